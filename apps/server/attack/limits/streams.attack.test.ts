import { type ClientRequest, request } from 'node:http'
import type { SendResult } from '@duo/features/chat/schema.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { browserOf } from '../conversations.ts'
import { rawClient } from '../fuzz/raw-request.ts'
import { makePerson, type Person } from '../people.ts'
import { noteAttack } from '../seed.ts'
import { startSite } from '../site.ts'

/**
 * One account opens 500 streams of a running reply at once, half of which read nothing. Meanwhile others join. The limit is relative
 * to the same server before and after the attack. The test is repeated, because other work on the machine delays either.
 */
const attempts = 500
const measuredMs = 6_000
const maxReadersPerReply = 3

const endless = () => ({ kind: 'text' as const, pieces: Array.from({ length: 6_000 }, (_, i) => ` word-${i}`), gap: 20 })
const model = await startModelServer({ usual: endless })
afterAll(model.close)
const site = await startSite({ settings: { AI_BASE_URL: model.url, AI_MODEL: 'local' } })
const client = rawClient(site.url, { connections: 4 })
afterAll(client.close)
const { id: agentId } = await site.database.db.selectFrom('marketplace_agent').select('id').executeTakeFirstOrThrow()

async function startReply(person: Person): Promise<string> {
  const browser = browserOf(site.url, person)
  const started = await browser.call('chat.start', { agentId })
  const { id: conversationId } = (started.data as { conversation: { id: string } }).conversation
  const sent = await browser.call('chat.send', { conversationId, clientId: crypto.randomUUID(), content: 'Count, please.' })
  const answer = sent.data as SendResult
  if (answer.error !== null) throw new Error(`not sent: ${answer.error}`)
  return answer.reply.id
}

interface Stream {
  call: ClientRequest
  status: number | null
  isOver: boolean
  /** Starts to read. Until then, the end of the stream goes unnoticed. */
  read: () => void
}

const open: Stream[] = []
afterAll(() => open.forEach(({ call }) => void call.destroy()))

function openStream({ bearer }: Person, replyId: string, { reads }: { reads: boolean }): Stream {
  const { hostname, port } = new URL(site.url)
  const path = `/api/trpc/chat.stream?input=${encodeURIComponent(JSON.stringify({ messageId: replyId }))}`
  const headers = { host: `localhost:${port}`, authorization: `Bearer ${bearer}`, accept: 'text/event-stream' }
  const call = request({ hostname, port, path, headers, agent: false })
  const stream: Stream = { call, status: null, isOver: false, read: () => {} }
  stream.call.once('response', (answer) => {
    stream.status = answer.statusCode ?? 0
    answer.once('close', () => {
      stream.isOver = true
    })
    answer.once('error', () => {})
    stream.read = () => void answer.resume()
    if (reads) stream.read()
  })
  stream.call.once('error', () => {
    stream.isOver = true
  })
  stream.call.end()
  open.push(stream)
  return stream
}

let joins = 0
// a refusal counts as an endless wait
async function join(): Promise<number> {
  joins += 1
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${joins >> 8}.${joins & 255}` }
  const body = JSON.stringify({
    email: `streams-${joins}-${crypto.randomUUID()}@example.com`,
    language: 'en',
    invitedByCode: null,
  })
  const answer = await client.send({ method: 'POST', path: '/api/trpc/waitlist.join', headers, body })
  expect([200, 503]).toContain(answer.status)
  return answer.status === 200 ? answer.ms : Number.POSITIVE_INFINITY
}
const health = async () => (await client.send({ method: 'GET', path: '/health', headers: {}, body: null })).ms

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.NaN
const rounded = (times: readonly number[]) => [0.5, 0.99].map((share) => Math.round(percentile(times, share))).join(', ')

async function measure(ms: number) {
  const times = { join: [] as number[], health: [] as number[] }
  for (const until = performance.now() + ms; performance.now() < until; ) {
    times.join.push(await join())
    times.health.push(await health())
  }
  return times
}

const options = { timeout: 180_000, retry: 2 }

test('500 streams of one account slow down neither joins nor health checks', options, async () => {
  const person = await makePerson(site.database.db)
  const replyId = await startReply(person)
  await measure(1_000) // compiles the code of a join
  const before = await measure(2_000)
  const streams = Array.from({ length: attempts }, (_, i) => openStream(person, replyId, { reads: i % 2 === 0 }))
  const attacked = await measure(measuredMs)
  for (const { read } of streams) read()
  const countRunning = () => streams.filter(({ status, isOver }) => status === 200 && !isOver).length
  // this process has to read what the server sent before it ended them, which takes long beside other work
  await vi.waitFor(() => expect(countRunning()).toBeLessThanOrEqual(maxReadersPerReply), { timeout: 60_000, interval: 200 })
  const running = countRunning()
  for (const { call } of streams) call.destroy()
  const after = await measure(2_000)
  const describe = ({ join, health }: typeof before) => `join p50, p99 ${rounded(join)}, health ${rounded(health)} ms`
  noteAttack(`streams: before ${describe(before)}; attacked ${describe(attacked)}; after ${describe(after)}; ${running} run`)
  const idle = Math.max(...[before, after].map(({ join }) => percentile(join, 0.5)))
  expect(percentile(attacked.join, 0.5)).toBeLessThanOrEqual(Math.max(50, 2 * idle))
  expect(percentile(attacked.health, 0.5)).toBeLessThanOrEqual(100)
})
