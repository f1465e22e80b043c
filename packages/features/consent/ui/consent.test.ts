import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { consentIn, decide, keptFor, saysNo, storedConsent, writtenConsent } from './consent.ts'

const now = new Date('2026-03-12T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const quiet = { now, signal: false }
const choices = [
  { analytics: false, marketing: false },
  { analytics: true, marketing: false },
  { analytics: false, marketing: true },
  { analytics: true, marketing: true },
]

test.each(choices)('$analytics, $marketing is read back with its time, and survives a cookie unescaped', (choice) => {
  const text = writtenConsent(choice, quiet)
  expect(text).toMatch(/^[\w.+]+$/)
  expect(consentIn(text, quiet)).toEqual({ ...choice, decidedAt: now })
})

describe('there is no consent', () => {
  const yes = writtenConsent({ analytics: true, marketing: true }, quiet)

  test('where nobody was asked', () => expect(consentIn(undefined, quiet)).toBeUndefined())

  test('after twelve months, and until then there is', () => {
    expect(consentIn(yes, { now: later(keptFor - 1), signal: false })).toMatchObject({ analytics: true })
    expect(consentIn(yes, { now: later(keptFor), signal: false })).toBeUndefined()
  })

  test('for purposes of another version', () => {
    expect(consentIn(yes.replace(/^1/, '2'), quiet)).toBeUndefined()
    expect(consentIn(yes.replace(/^1/, '0'), quiet)).toBeUndefined()
  })

  test('from the future, but a clock may be a little off', () => {
    expect(consentIn(yes, { now: later(-3600), signal: false })).toBeUndefined()
    expect(consentIn(yes, { now: later(-30), signal: false })).toMatchObject({ analytics: true })
  })

  test.each([
    '',
    'true',
    '1',
    '1..analytics',
    '1.x.analytics',
    '1.1773309600',
    '1.1773309600.<script>',
    '1.99999999999999.analytics',
  ])('in a cookie of "%s"', (text) => expect(consentIn(text, quiet)).toBeUndefined())

  test('from before the browser began to say no; a choice made in spite of it holds', () => {
    const withSignal = { now, signal: true }
    expect(consentIn(yes, withSignal)).toBeUndefined()
    const insisted = writtenConsent({ analytics: true, marketing: false }, withSignal)
    expect(consentIn(insisted, withSignal)).toMatchObject({ analytics: true, marketing: false })
    expect(consentIn(insisted, quiet)).toMatchObject({ analytics: true, marketing: false })
  })
})

test('a word it does not know allows nothing', () =>
  expect(consentIn(`1.${now.getTime() / 1000}.all`, quiet)).toMatchObject({ analytics: false, marketing: false }))

test.each([
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '1' }, true],
  [{ globalPrivacyControl: false, doNotTrack: '0' }, false],
  [{ doNotTrack: 'unspecified' }, false],
  [{}, false],
])('a browser with %o says no: %s', (browser, no) => expect(saysNo(browser)).toBe(no))

test('behind https the choice is kept in a cookie that no other host can set; the plain one of earlier is still read', () => {
  const document = { cookie: 'consent=1.1.' }
  const no = { dispatchEvent: () => true, protocol: 'https:' }
  for (const [name, value] of Object.entries({ document, location: no, window: no, navigator: {} })) vi.stubGlobal(name, value)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(storedConsent()).toBe('1.1.')
  decide({ analytics: true, marketing: false })
  expect(document.cookie).toMatch(/^__Host-consent=1\.\d+\.analytics; path=\/; max-age=31536000; samesite=lax; secure$/)
  document.cookie = 'consent=1.1.; __Host-consent=1.2.analytics'
  expect(storedConsent()).toBe('1.2.analytics')
})
