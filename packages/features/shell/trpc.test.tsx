import { afterEach, expect, test, vi } from 'vitest'
import { client } from './trpc.ts'

afterEach(() => vi.unstubAllGlobals())

test('a query is posted: what it asks with stands in the body, never in the address', async () => {
  const fetched = vi.fn(async (_address: string, _request: RequestInit) =>
    Response.json([{ result: { data: { error: 'invalid_ticket' } } }]),
  )
  vi.stubGlobal('fetch', fetched)
  expect(await client.waitlist.status.query({ ticket: 'secret-ticket' })).toEqual({ error: 'invalid_ticket' })
  const [address, request] = fetched.mock.calls[0] ?? []
  expect(request?.method).toBe('POST')
  expect(address).not.toContain('secret-ticket')
  expect(request?.body).toContain('secret-ticket')
})
