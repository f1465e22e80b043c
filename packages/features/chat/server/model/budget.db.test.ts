import { testDatabase } from '@duo/db/testing.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { startModelServer, words } from '@duo/platform/testing/servers/model-server.ts'
import { follow, makeAgent, openConversation } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'

const model = await startModelServer()
const database = await testDatabase()
const settings = { CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' }
const app = await testApp(settings, database)
const agentId = await makeAgent(database.db)
afterAll(async () => {
  await app.close()
  await database.close()
  await model.close()
})

test('stops calling models on every server once the daily tokens are spent, and shows the quota text', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => testApp({ ...settings, AI_DAILY_TOKENS: '400' }, database)))
  if (!first || !second) throw new Error('no servers')
  model.queue.push({ kind: 'text', pieces: words('An engine weaves patterns.'), tokens: 300 })
  const one = await openConversation(first, agentId)
  const { reply } = await one.send()
  expect((await follow(one.browser, reply.id)).end?.message).toMatchObject({
    content: 'An engine weaves patterns.',
    problem: null,
  })
  const calls = model.calls.length
  const quota = { origin: 'fallback', problem: 'quota', content: m.chat_reply_quota({}, { locale: 'en' }), tokens: null }
  const again = await one.send('And another one?')
  expect((await follow(one.browser, again.reply.id)).end?.message).toMatchObject(quota)
  await expect.poll(() => second.appContext.budget.isSpent(), { timeout: 5_000 }).toBe(true)
  const other = await openConversation(second, agentId)
  const elsewhere = await other.send()
  expect((await follow(other.browser, elsewhere.reply.id)).end?.message).toMatchObject(quota)
  expect(model.calls.length).toBe(calls)
  const unlimited = await openConversation(app, agentId)
  const { reply: third } = await unlimited.send()
  expect((await follow(unlimited.browser, third.id)).end?.message).toMatchObject({ origin: 'model' })
  await Promise.all([first.close(), second.close()])
  const { tokens } = await database.db.selectFrom('chat_spending').select('tokens').executeTakeFirstOrThrow()
  expect(tokens).toBeGreaterThan(400)
})

test('the budget resets daily and survives a restart', async () => {
  await database.db.deleteFrom('chat_spending').execute()
  await database.db.insertInto('chat_spending').values({ day: '2020-01-01', tokens: 1_000_000 }).execute()
  const fresh = await testApp({ ...settings, AI_DAILY_TOKENS: '400' }, database)
  expect(fresh.appContext.budget.isSpent()).toBe(false)
  fresh.appContext.budget.spend(400)
  expect(fresh.appContext.budget.isSpent()).toBe(true)
  await fresh.close()
  const restarted = await testApp({ ...settings, AI_DAILY_TOKENS: '400' }, database)
  expect(restarted.appContext.budget.isSpent()).toBe(true)
  await restarted.close()
})
