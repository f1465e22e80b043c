import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { testDatabase } from '@duo/db/testing.ts'
import { startModelServer, words } from '@duo/platform/testing/servers/model-server.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'
import { bundledAgentRules } from '#marketplace/rules.ts'
import { seedAgents } from '#marketplace/server/import/seed-agents.ts'

const answer = { kind: 'text' as const, pieces: words('An engine weaves patterns.'), tokens: 500, gap: 20 }
const model = await startModelServer({ usual: () => answer })
const database = await testDatabase()
const settings = { TRUST_PROXY: '1', AI_BASE_URL: model.url, AI_MODEL: 'local', AI_DEMO_DAILY_TOKENS: '30000' }
const apps = [await testApp(settings, database), await testApp(settings, database)]
await seedAgents(database.db, join(import.meta.dirname, '../../../../../db/seeds/agents'), bundledAgentRules)
afterAll(async () => {
  for (const app of apps) await app.close()
  await database.close()
  await model.close()
})

const post = (index: number, from: string, signal?: AbortSignal) =>
  fetch(`${apps[index % apps.length]?.url}/api/trpc/chat.ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-forwarded-for': from },
    body: JSON.stringify({ agent: 'ada-lovelace', question: 'What is an engine?', language: 'en' }),
    ...(signal && { signal }),
  })

async function ask(index: number, from: string): Promise<{ status: number; origin: string | undefined }> {
  const response = await post(index, from)
  const body = response.body ? await text(response.body) : ''
  return { status: response.status, origin: /"origin":"(\w+)"/.exec(body)?.[1] }
}

test('200 questions at once on two servers spend no more than visitors had left, and the engine answers the rest', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const before = { day, tokens: 10_000, visitor_tokens: 10_000 }
  await database.db
    .insertInto('chat_spending')
    .values(before)
    .onConflict((row) => row.column('day').doUpdateSet(before))
    .execute()
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => ask(i, `198.51.100.${i}`)))
  const answered = answers.filter(({ status }) => status === 200)
  expect(answered.length).toBeGreaterThan(100)
  expect(answers.every(({ status }) => [200, 429, 503].includes(status))).toBe(true)
  expect(model.calls.length).toBeGreaterThan(0)
  expect(answered.filter(({ origin }) => origin === 'model')).toHaveLength(model.calls.length)
  expect(answered.filter(({ origin }) => origin === 'offline')).toHaveLength(answered.length - model.calls.length)
  const open = () => database.db.selectFrom('chat_token_reservation').select('id').execute()
  await expect.poll(open, { timeout: 5_000 }).toEqual([])
  const { visitor_tokens: spent } = await database.db
    .selectFrom('chat_spending')
    .select('visitor_tokens')
    .executeTakeFirstOrThrow()
  expect(spent).toBeGreaterThan(10_000)
  expect(spent).toBeLessThanOrEqual(30_000)
})

test('networks that share a /48 get twenty questions an hour together, and another /48 its own', async () => {
  const statusOf = async (index: number, from: string) => {
    const { status, body } = await post(index, from)
    await body?.cancel()
    return status
  }
  const answers: number[] = []
  for (let i = 0; i < 40; i++) answers.push(await statusOf(i, `2001:db8:48:${i.toString(16)}::1`))
  expect(answers.filter((status) => status === 200)).toHaveLength(20)
  expect(answers.filter((status) => status === 429)).toHaveLength(20)
  expect(await statusOf(0, '2001:db8:49::1')).toBe(200)
  expect(await statusOf(0, '192.0.2.200')).toBe(200)
})

test('leaving before the first word costs the tokens of the prompt', async () => {
  await database.db.updateTable('chat_spending').set({ tokens: 0, visitor_tokens: 0 }).execute()
  model.queue.push({ kind: 'mute' })
  const calls = model.calls.length
  const leave = new AbortController()
  const response = post(0, '192.0.2.201', leave.signal)
  await expect.poll(() => model.calls.length, { timeout: 5_000 }).toBe(calls + 1)
  leave.abort()
  await response.then(({ body }) => body?.cancel()).catch(() => {})
  const open = () => database.db.selectFrom('chat_token_reservation').select('id').execute()
  await expect.poll(open, { timeout: 5_000 }).toEqual([])
  const { visitor_tokens: spent } = await database.db
    .selectFrom('chat_spending')
    .select('visitor_tokens')
    .executeTakeFirstOrThrow()
  // all notes of the agent
  expect(spent).toBeGreaterThan(4_000)
  expect(spent).toBeLessThan(8_000)
})
