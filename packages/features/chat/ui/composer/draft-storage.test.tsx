import { network } from '@duo/platform/testing/component-setup.ts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { signIn, signOut } from '../../../auth/ui/auth-client.ts'
import { readDraft, saveDraft } from './draft-storage.ts'

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
