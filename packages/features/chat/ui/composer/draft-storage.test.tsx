import { network } from '@duo/platform/testing/component-setup.ts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { signIn, signOut } from '#auth/ui/auth-client.ts'
import { adoptDrafts, readDraft, saveDraft, saveTextSoon } from './draft-storage.ts'
import { tabId } from './tab-id.ts'

const outgoing = { clientId: 'c', content: 'Hello?', replaces: null, at: '2026-11-21T12:00:00.000Z' }

beforeEach(() => {
  localStorage.clear()
  network.use(http.post('*/api/auth/*', () => HttpResponse.json({ user: {} })))
})

test('a draft survives signing in again, but not signing out', async () => {
  saveDraft('one', { text: 'Half a thou', outgoing })
  await signIn({ email: 'ana@example.com', password: 'x' })
  expect(readDraft('one')).toEqual({ text: 'Half a thou', outgoing, unconfirmed: [] })
  await signOut()
  expect(readDraft('one')).toEqual({ text: '', outgoing: null, unconfirmed: [] })
  expect(localStorage).toHaveLength(0)
})

test('an empty draft leaves no storage entry', () => {
  saveDraft('one', { text: 'x' })
  saveDraft('one', { text: '' })
  expect(localStorage).toHaveLength(0)
})

test('invalid or blocked storage reads as an empty draft', () => {
  localStorage.setItem('duo.kept.one', '{"text":7,"outgoing":{"clientId":1}}')
  expect(readDraft('one')).toEqual({ text: '', outgoing: null, unconfirmed: [] })
  localStorage.setItem('duo.kept.one', 'not JSON')
  expect(readDraft('one')).toEqual({ text: '', outgoing: null, unconfirmed: [] })
  const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked')
  })
  expect(() => saveDraft('two', { text: 'x' })).not.toThrow()
  blocked.mockRestore()
})

/** Answers as an open tab does. */
function openTab(id: string) {
  const channel = new BroadcastChannel('duo.tabs')
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<{ type: string }>) => data.type === 'ask' && channel.postMessage({ type: 'open', id }),
  )
  return channel
}

test('two tabs of one conversation keep a draft each', async () => {
  const other = openTab('other')
  saveDraft('one', { text: 'theirs' }, 'other')
  saveDraft('one', { text: 'mine' })
  expect([readDraft('one').text, readDraft('one', 'other').text]).toEqual(['mine', 'theirs'])
  expect(await adoptDrafts('one')).toBeNull()
  saveDraft('one', { text: '' })
  expect(readDraft('one', 'other').text).toBe('theirs')
  other.close()
})

test('the drafts of closed tabs move into the next one, and nothing is lost', async () => {
  const open = openTab('open')
  saveDraft('one', { text: 'stays' }, 'open')
  saveDraft('one', { text: 'first', outgoing }, 'closed')
  saveDraft('one', { text: 'second' }, 'closed too')
  saveDraft('one', { text: 'mine' })
  expect(await adoptDrafts('one')).toEqual({ text: 'first\nsecond', outgoing })
  expect(readDraft('one')).toEqual({ text: 'first\nsecond\nmine', outgoing, unconfirmed: [] })
  expect(Object.keys((JSON.parse(localStorage.getItem('duo.kept.one') ?? '{}') as { tabs: object }).tabs)).toEqual([
    'open',
    tabId(),
  ])
  open.close()
})

test('a draft from before each tab had its own is kept', async () => {
  localStorage.setItem('duo.kept.one', JSON.stringify({ text: 'Half a thou', outgoing, unconfirmed: [] }))
  expect(await adoptDrafts('one')).toEqual({ text: 'Half a thou', outgoing })
  expect(readDraft('one').text).toBe('Half a thou')
})

test('text is stored at a pause and before anything else, and its first part only', () => {
  vi.useFakeTimers()
  const stored = vi.spyOn(Storage.prototype, 'setItem')
  for (const text of ['a', 'ab', 'abc']) saveTextSoon('one', text)
  expect(stored).not.toHaveBeenCalled()
  vi.advanceTimersByTime(300)
  expect(stored).toHaveBeenCalledOnce()
  saveTextSoon('one', 'abcd')
  expect(readDraft('one').text).toBe('abcd')
  saveTextSoon('one', 'x'.repeat(5_000_000))
  expect(readDraft('one').text).toHaveLength(20_000)
  stored.mockRestore()
  vi.useRealTimers()
})
