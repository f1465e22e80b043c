import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  cookieMaxAgeSeconds,
  hasOptOutSignal,
  parseConsent,
  readConsentCookie,
  saveConsent,
  serializeConsent,
} from './consent.ts'

const now = new Date('2026-03-12T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const quiet = { now, signal: false }
const choices = [
  { analytics: false, marketing: false },
  { analytics: true, marketing: false },
  { analytics: false, marketing: true },
  { analytics: true, marketing: true },
]

test.each(choices)('a choice ($analytics, $marketing) round-trips with its time and needs no escaping in a cookie', (choice) => {
  const text = serializeConsent(choice, quiet)
  expect(text).toMatch(/^[\w.+]+$/)
  expect(parseConsent(text, quiet)).toEqual({ ...choice, decidedAt: now })
})

describe('there is no consent', () => {
  const yes = serializeConsent({ analytics: true, marketing: true }, quiet)

  test('before a choice', () => expect(parseConsent(undefined, quiet)).toBeUndefined())

  test('once the choice is twelve months old', () => {
    expect(parseConsent(yes, { now: later(cookieMaxAgeSeconds - 1), signal: false })).toMatchObject({ analytics: true })
    expect(parseConsent(yes, { now: later(cookieMaxAgeSeconds), signal: false })).toBeUndefined()
  })

  test('for purposes of another version', () => {
    expect(parseConsent(yes.replace(/^1/, '2'), quiet)).toBeUndefined()
    expect(parseConsent(yes.replace(/^1/, '0'), quiet)).toBeUndefined()
  })

  test('from the future, with tolerance for a slow clock', () => {
    expect(parseConsent(yes, { now: later(-3600), signal: false })).toBeUndefined()
    expect(parseConsent(yes, { now: later(-30), signal: false })).toMatchObject({ analytics: true })
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
  ])('in the cookie "%s"', (text) => expect(parseConsent(text, quiet)).toBeUndefined())

  test('from before an opt-out signal, unless the visitor chose in spite of it', () => {
    const withSignal = { now, signal: true }
    expect(parseConsent(yes, withSignal)).toBeUndefined()
    const insisted = serializeConsent({ analytics: true, marketing: false }, withSignal)
    expect(parseConsent(insisted, withSignal)).toMatchObject({ analytics: true, marketing: false })
    expect(parseConsent(insisted, quiet)).toMatchObject({ analytics: true, marketing: false })
  })
})

test('an unknown purpose allows nothing', () =>
  expect(parseConsent(`1.${now.getTime() / 1000}.all`, quiet)).toMatchObject({ analytics: false, marketing: false }))

test.each([
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '1' }, true],
  [{ globalPrivacyControl: false, doNotTrack: '0' }, false],
  [{ doNotTrack: 'unspecified' }, false],
  [{}, false],
])('a browser with %o opts out: %s', (browser, no) => expect(hasOptOutSignal(browser)).toBe(no))

test('on https, the choice is stored in a cookie that no other host can set, and the older plain cookie is still read', () => {
  const document = { cookie: 'consent=1.1.' }
  const no = { dispatchEvent: () => true, protocol: 'https:' }
  for (const [name, value] of Object.entries({ document, location: no, window: no, navigator: {} })) vi.stubGlobal(name, value)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(readConsentCookie()).toBe('1.1.')
  saveConsent({ analytics: true, marketing: false })
  expect(document.cookie).toMatch(/^__Host-consent=1\.\d+\.analytics; path=\/; max-age=31536000; samesite=lax; secure$/)
  document.cookie = 'consent=1.1.; __Host-consent=1.2.analytics'
  expect(readConsentCookie()).toBe('1.2.analytics')
})
