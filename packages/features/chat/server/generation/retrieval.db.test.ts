import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import { startEmbeddingServer } from '@duo/platform/testing/servers/embedding-server.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { readEnv } from '@duo/server/config/env.ts'
import { embeddings } from '@duo/server/config/features.ts'
import { root } from '@duo/server/config/paths.ts'
import { startJobs } from '@duo/server/lifecycle/worker.ts'
import { follow, openConversation, person, sender } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { seedBundledAgents } from '#marketplace/server/import/seed-agents.ts'
import { allJobs, maintenanceTasks } from '#server.ts'

const model = await startModelServer()
const concepts = await startEmbeddingServer([
  ['wagering', 'turf', 'horses', 'gamble', 'betting', 'cavalos', 'apostar', 'apostava', 'apostei', 'corridas'],
])
const database = await testDatabase()
const settings = { CONFIRM_EMAIL: 'off', AI_BASE_URL: concepts.url, AI_EMBEDDING_MODEL: 'concepts-1' }
/** The offline engine; its endpoint serves only embeddings. */
const engine = await testApp(settings, database)
/** Configured as the fallback, so that the model and the embeddings have different test servers. */
const written = await testApp({ ...settings, AI_FALLBACK_BASE_URL: model.url, AI_FALLBACK_MODEL: 'local' }, database)
const off = await testApp({ CONFIRM_EMAIL: 'off' }, database)
await seedBundledAgents(database.db, join(root, 'db/seeds/agents'))
const ada = (
  await database.db.selectFrom('marketplace_agent').where('slug', '=', 'ada-lovelace').select('id').executeTakeFirstOrThrow()
).id
await database.db.deleteFrom('marketplace_agent').where('id', '<>', ada).execute()
afterEach(() => {
  concepts.calls.length = 0
})
afterAll(async () => {
  await Promise.all([engine.close(), written.close(), off.close()])
  await Promise.all([model.close(), concepts.close()])
})

const question = 'were you fond of wagering at the turf?'
const embeddedTexts = () => concepts.calls.flatMap(({ input }) => input)
const replyTo = async (app: typeof engine, content: string) => {
  const { browser, send } = await openConversation(app, ada)
  const { end } = await follow(browser, (await send(content)).reply.id)
  return end?.message
}

test('answers from the semantically nearest note only if embeddings are configured', async () => {
  const env = readEnv({ NODE_ENV: 'test', ...settings })
  expect(embeddings(env)).toMatchObject({ model: 'concepts-1' })
  await createQueues(database.db, allJobs)
  const { stop } = await startJobs({ env, database: { url: database.url }, appContext: engine.appContext })
  const missing = async () => {
    const { rows } = await database.pool.query(
      'select count(*)::int as n from marketplace_note as note left join marketplace_note_vector as v using (agent_id, language, key) where v.key is null',
    )
    return (rows[0] as { n: number }).n
  }
  await maintenanceTasks.find(({ name }) => name === 'marketplace.embed_missing')?.run(database.db, engine.appContext)
  await vi.waitFor(async () => expect(await missing()).toBe(0), { timeout: 30_000, interval: 200 })
  await stop()
  concepts.calls.length = 0
  expect(await replyTo(off, question)).toMatchObject({ origin: 'offline', sources: [] })
  expect(embeddedTexts()).toEqual([])
  expect(await replyTo(engine, question)).toMatchObject({ origin: 'offline', sources: [{ title: 'Horses and debts' }] })
  expect(embeddedTexts()).toEqual([question])
})

test('tells the model which notes are semantically nearest', async () => {
  model.queue.push({ kind: 'text', pieces: ['I bet on horses.'], tokens: 9 })
  expect(await replyTo(written, question)).toMatchObject({ origin: 'model' })
  const prompt = model.calls.at(-1)?.request.messages[0]?.content ?? ''
  const [, json = '[]', first] = /Notes, as JSON: (\[.*\])\n\n.*?about note (\d+)/s.exec(prompt) ?? []
  expect((JSON.parse(json) as { title: string }[])[Number(first) - 1]?.title).toBe('Horses and debts')
  expect(embeddedTexts()).toEqual([question])
})

test.each([
  ['the engine', engine],
  ['a model', written],
])('with %s, never embeds a message of distress, even if only the history reveals the distress', async (_, app) => {
  const { browser, send } = await openConversation(app, ada)
  for (const text of ['I want to die', 'the turf took everything from me', 'não aguento mais viver']) {
    const { end } = await follow(browser, (await send(text)).reply.id)
    expect(end?.message.origin).toBe('help')
  }
  expect(embeddedTexts()).toEqual([])
})

test('does not embed a question sent to another user’s conversation', async () => {
  const { conversationId, send } = await openConversation(written, ada)
  await send('What could the Analytical Engine do?')
  concepts.calls.length = 0
  await expect(sender(await person(written), conversationId)(question)).rejects.toThrow('not_found')
  // by the time another reply arrives, this one would have been embedded
  const own = 'were you any good at wagering?'
  await replyTo(written, own)
  expect(embeddedTexts()).toEqual([own])
})

test('logs a failed embedding without the question', async () => {
  concepts.state.behaviour = 'broken'
  await replyTo(engine, question)
  concepts.state.behaviour = 'well'
  expect(engine.logged()).toContain('failed to embed a question')
  expect(engine.logged()).not.toContain('wagering')
})
