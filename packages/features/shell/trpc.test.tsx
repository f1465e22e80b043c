import { afterEach, expect, test, vi } from 'vitest'
import { client } from './trpc.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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

test('a line that has died is given up after ten seconds, and sooner by who asked', async () => {
  vi.useFakeTimers()
  const dead = (_address: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  vi.stubGlobal('fetch', dead)
  const ended: string[] = []
  const end = (name: string) => (error: Error) => ended.push(`${name}: ${error.message}`)
  const asked = new AbortController()
  client.marketplace.agents.query({ language: 'en' }).catch(end('late'))
  await vi.advanceTimersByTimeAsync(5000)
  client.waitlist.status.query({ ticket: 'mine' }, { signal: asked.signal }).catch(end('unwanted'))
  await vi.advanceTimersByTimeAsync(4900)
  expect(ended).toEqual([])
  asked.abort(new Error('no longer wanted'))
  await vi.advanceTimersByTimeAsync(50)
  expect(ended).toEqual([expect.stringMatching(/^unwanted/)])
  await vi.advanceTimersByTimeAsync(50)
  expect(ended[1]).toBe('late: no answer in time')
})
