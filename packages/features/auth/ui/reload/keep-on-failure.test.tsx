import { beforeEach, expect, test, vi } from 'vitest'
import { createSessionStore, toSessionState } from '../../../session/ui/session-store.ts'
import { CallFailure } from '../../../shell/ui/api/document-client.ts'
import { keepOnFailure } from './keep-on-failure.ts'

const ana = { id: '1', name: 'Ana', email: 'ana@example.com', expiresAt: 1_800_000_000 }
const failing = (error: unknown) => () => Promise.reject(error)
const offline = new TypeError('Failed to fetch')
const unavailable = new CallFailure('studio.documents', new Response(null, { status: 503 }), { appCode: 'unavailable' })
const forbidden = new CallFailure('studio.documents', new Response(null, { status: 403 }), { appCode: 'forbidden' })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => void vi.restoreAllMocks()
})

test('a page that cannot be loaded again keeps what it loaded last', async () => {
  const context = { auth: createSessionStore(ana) }
  expect(await keepOnFailure(context, '/studio/1', async () => 'documents')).toBe('documents')
  expect(await keepOnFailure(context, '/studio/1', failing(offline))).toBe('documents')
  expect(await keepOnFailure(context, '/studio/1', failing(unavailable))).toBe('documents')
})

test('another page, another person and a refusal get nothing of it', async () => {
  const context = { auth: createSessionStore(ana) }
  await expect(keepOnFailure(context, '/studio/1', failing(offline))).rejects.toBe(offline)
  await keepOnFailure(context, '/studio/1', async () => 'documents')
  await expect(keepOnFailure(context, '/studio/2', failing(offline))).rejects.toBe(offline)
  await expect(keepOnFailure(context, '/studio/1', failing(forbidden))).rejects.toBe(forbidden)
  context.auth.set(toSessionState('signed_in', { ...ana, id: 'bia' }))
  await expect(keepOnFailure(context, '/studio/1', failing(offline))).rejects.toBe(offline)
})
