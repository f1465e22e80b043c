import { testDatabase } from '@duo/db/testing.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { startModelServer, words } from '@duo/platform/testing/servers/model-server.ts'
import { follow, makeAgent, openConversation } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openBudgets } from './budget.ts'

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
  const [first, second] = await Promise.all([1, 2].map(() => testApp({ ...settings, AI_DAILY_TOKENS: '3000' }, database)))
  if (!first || !second) throw new Error('no servers')
  model.queue.push({ kind: 'text', pieces: words('An engine weaves patterns.'), tokens: 2_000 })
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
  const other = await openConversation(second, agentId)
  const elsewhere = await other.send()
  expect((await follow(other.browser, elsewhere.reply.id)).end?.message).toMatchObject(quota)
  expect(model.calls.length).toBe(calls)
  const unlimited = await openConversation(app, agentId)
  const { reply: third } = await unlimited.send()
  expect((await follow(unlimited.browser, third.id)).end?.message).toMatchObject({ origin: 'model' })
  await Promise.all([first.close(), second.close()])
  const { tokens } = await database.db.selectFrom('chat_spending').select('tokens').executeTakeFirstOrThrow()
  expect(tokens).toBeGreaterThan(2_000)
  expect(tokens).toBeLessThanOrEqual(3_000)
})

test('the budget resets daily and survives a restart', async () => {
  const { db, open } = await openOwnBudgets({ all: 400, visitors: 0 })
  await db.insertInto('chat_spending').values({ day: '2020-01-01', tokens: 1_000_000 }).execute()
  const fresh = await open()
  expect(fresh.all.isSpent()).toBe(false)
  const reservation = await fresh.all.reserve(400)
  await expect.poll(() => fresh.all.isSpent()).toBe(true)
  reservation?.settle(400)
  await fresh.close()
  const restarted = await open()
  expect(restarted.all.isSpent()).toBe(true)
  await restarted.close()
})

// a database of its own: the apps above store what they spent later
async function openOwnBudgets(limits: { all: number; visitors: number }) {
  const own = await testDatabase()
  onTestFinished(own.close)
  const open = () => openBudgets({ db: own.db, log: app.appContext.log, limits })
  const spent = () => own.db.selectFrom('chat_spending').select(['tokens', 'visitor_tokens']).executeTakeFirstOrThrow()
  return { db: own.db, open, spent }
}

test('200 concurrent calls on two servers never reserve more than the day has left, and unused tokens are given back', async () => {
  const { db, open, spent } = await openOwnBudgets({ all: 10_000, visitors: 3_000 })
  const servers = await Promise.all([open(), open()])
  const reserveAll = async (name: 'all' | 'visitors', tokens: number) => {
    const calls = Array.from({ length: 200 }, (_, i) => servers[i % 2 === 0 ? 0 : 1][name].reserve(tokens))
    return (await Promise.all(calls)).filter((reservation) => reservation !== null)
  }
  const ofVisitors = await reserveAll('visitors', 700)
  expect(ofVisitors).toHaveLength(4)
  expect(await spent()).toEqual({ tokens: 2_800, visitor_tokens: 2_800 })
  const ofMembers = await reserveAll('all', 1_000)
  expect(ofMembers).toHaveLength(7)
  for (const reservation of [...ofVisitors, ...ofMembers]) reservation.settle(100)
  await expect.poll(spent, { timeout: 5_000 }).toEqual({ tokens: 1_100, visitor_tokens: 400 })
  expect(await db.selectFrom('chat_token_reservation').selectAll().execute()).toEqual([])
  await Promise.all(servers.map(({ close }) => close()))
})

test('reservations of a process that died are given back once they expire', async () => {
  const { db, open, spent } = await openOwnBudgets({ all: 1_000, visitors: 1_000 })
  const dead = await open()
  expect(await dead.visitors.reserve(900)).not.toBeNull()
  await dead.close()
  const alive = await open()
  expect(await alive.visitors.reserve(200)).toBeNull()
  await db
    .updateTable('chat_token_reservation')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .execute()
  await expect.poll(spent, { timeout: 5_000 }).toEqual({ tokens: 0, visitor_tokens: 0 })
  expect(await alive.visitors.reserve(200)).not.toBeNull()
  await alive.close()
})
