import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearMember, consumeTicketFromUrl, loadMember, saveMember } from './member-storage.ts'

const ticket = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.s1g-n_ed'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

test('saves a member under the key that other pages read, and forgets them', () => {
  expect(loadMember()).toBeNull()
  saveMember({ ticket, email: 'ana@example.com' })
  expect(JSON.parse(localStorage.getItem('duo.waitlist') ?? '')).toEqual({ ticket, email: 'ana@example.com' })
  expect(loadMember()).toEqual({ ticket, email: 'ana@example.com' })
  clearMember()
  expect(loadMember()).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test.each(['', 'no json', 'null', '[]', '"text"', '{}', '{"ticket":1}', '{"ticket":""}', '{"email":"ana@example.com"}'])(
  'ignores the stored value %j',
  (stored) => {
    localStorage.setItem('duo.waitlist', stored)
    expect(loadMember()).toBeNull()
  },
)

test('replaces an invalid stored address with null', () => {
  localStorage.setItem('duo.waitlist', JSON.stringify({ ticket, email: 5 }))
  expect(loadMember()).toEqual({ ticket, email: null })
})

test('does not throw when storage is blocked', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => saveMember({ ticket, email: null })).not.toThrow()
  expect(loadMember()).toBeNull()
  expect(clearMember).not.toThrow()
})

test('does not throw when storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => saveMember({ ticket, email: null })).not.toThrow()
})

describe('a ticket in the URL', () => {
  const setUrl = (address: string) => window.history.replaceState({ kept: true }, '', address)

  test.each([
    ['in the fragment', `/pt/waitlist#${ticket}`, '/pt/waitlist'],
    ['in the query', `/waitlist/unsubscribe?ticket=${ticket}`, '/waitlist/unsubscribe'],
    ['beside other parameters', `/waitlist?a=1&ticket=${ticket}#friends`, '/waitlist?a=1#friends'],
    ['with an encoded #', `/waitlist#%23${ticket}`, '/waitlist'],
    ['before what a mail program added', `/waitlist#${ticket}).&utm_source=mail`, '/waitlist'],
    ['in both places', `/waitlist?ticket=${ticket}#${ticket}`, '/waitlist'],
  ])('%s is read and removed from the URL and its history entry', (_, address, left) => {
    setUrl(address)
    const entries = window.history.length
    expect(consumeTicketFromUrl()).toBe(ticket)
    expect(window.location.href).toBe(`http://localhost:3000${left}`)
    expect(window.history.length).toBe(entries)
    expect(window.history.state).toEqual({ kept: true })
    expect(consumeTicketFromUrl()).toBeNull()
  })

  test('is never read from ?token=, which is removed: logs may have it', () => {
    setUrl(`/waitlist?a=1&token=${ticket}`)
    expect(consumeTicketFromUrl()).toBeNull()
    expect(window.location.href).toBe('http://localhost:3000/waitlist?a=1')
  })

  test.each(['/waitlist', '/waitlist#content', '/waitlist?ref=ABC'])('is not found in %s, which stays unchanged', (address) => {
    setUrl(address)
    expect(consumeTicketFromUrl()).toBeNull()
    expect(window.location.href).toBe(`http://localhost:3000${address}`)
  })

  test('is removed from the query but not read when it is invalid', () => {
    setUrl('/waitlist/unsubscribe?ticket=half')
    expect(consumeTicketFromUrl()).toBeNull()
    expect(window.location.search).toBe('')
  })
})
