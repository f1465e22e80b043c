import { afterEach, expect, test, vi } from 'vitest'
import { client } from './trpc.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('posts queries, so that inputs are in the body and not in the URL', async () => {
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

/** Stubs fetch with these statuses in order; returns the idempotency keys received. */
function answering(...statuses: number[]) {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    const status = statuses.shift() ?? 200
    if (status === 0) throw new TypeError('connection lost')
    const data = { appCode: 'any', httpStatus: status }
    return Response.json(status === 200 ? { result: { data: {} } } : { error: { message: '', code: 0, data } }, { status })
  })
  return keys
}
const join = async (email: string, of = client, fillTimeMs = Math.random()) =>
  of.waitlist.join.mutate({ email, language: 'en', invitedByCode: null, honeypot: '', fillTimeMs }).catch(() => {})

test('a join keeps its key across reloads until a final response, and other input gets another key', async () => {
  const keys = answering(0, 503, 429, 200, 200, 409, 200)
  await join('ana@example.com')
  await join('ana@example.com')
  // simulates a reload: only the browser's storage survives
  vi.resetModules()
  const { client: reloaded } = await import('./trpc.ts')
  await join('ana@example.com', reloaded)
  await join('ana@example.com', reloaded)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(keys).size).toBe(1)
  await join('ana@example.com', reloaded)
  await join('bia@example.com', reloaded)
  await join('bia@example.com', reloaded)
  expect(new Set(keys.slice(3)).size).toBe(4)
})

test('a join has a key even when storage is blocked, and queries have none', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked')
  })
  const keys = answering(0, 200, 200)
  await join('ana@example.com')
  await join('ana@example.com')
  expect(keys[0]).not.toBeNull()
  expect(keys[1]).toBe(keys[0])
  await client.waitlist.status.query({ ticket: 'mine' }).catch(() => {})
  expect(keys[2]).toBeNull()
  vi.restoreAllMocks()
})

test('aborts a dead connection after ten seconds, or when the caller aborts', async () => {
  vi.useFakeTimers()
  const dead = (_address: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  vi.stubGlobal('fetch', dead)
  const ended: string[] = []
  const end = (name: string) => (error: Error) => ended.push(`${name}: ${error.message}`)
  const request = new AbortController()
  client.marketplace.agents.query({ language: 'en' }).catch(end('late'))
  await vi.advanceTimersByTimeAsync(5000)
  client.waitlist.status.query({ ticket: 'mine' }, { signal: request.signal }).catch(end('unwanted'))
  await vi.advanceTimersByTimeAsync(4900)
  expect(ended).toEqual([])
  request.abort(new Error('no longer wanted'))
  await vi.advanceTimersByTimeAsync(50)
  expect(ended).toEqual([expect.stringMatching(/^unwanted/)])
  await vi.advanceTimersByTimeAsync(50)
  expect(ended[1]).toBe('late: no answer in time')
})
