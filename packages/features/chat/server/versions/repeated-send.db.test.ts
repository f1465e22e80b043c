import { inTransaction } from '@duo/db/index.ts'
import { follow, listMessages, makeAgent, openConversation, sender } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

const app = await testApp({ CONFIRM_EMAIL: 'off' })
const agentId = await makeAgent(app.db)
afterAll(app.close)

test('stores and counts a repeated question once, whether sequential or concurrent', async () => {
  const { browser, conversationId, send } = await openConversation(app, agentId)
  const clientId = crypto.randomUUID()
  // none of these copies is stored before all have passed the check for a repeat
  const { sent } = await inTransaction(app.db, async (tx) => {
    await sql`lock table chat_message in share mode`.execute(tx)
    const sent = Promise.all(Array.from({ length: 5 }, () => send('Once?', clientId)))
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(app.db)).rows.length).toBe(5)
    return { sent }
  })
  const copies = await sent
  copies.push(...(await Promise.all(Array.from({ length: 15 }, () => send('Once?', clientId)))))
  for (let i = 0; i < 15; i++) copies.push(await send('Once?', clientId))
  expect(new Set(copies.map(({ question, reply }) => `${question.id} ${reply.id}`)).size).toBe(1)
  const [first] = copies
  await follow(browser, first?.reply.id ?? '')
  expect(await listMessages(browser, conversationId)).toHaveLength(2)
  const counted = await app.db.selectFrom('rate_limit').where('key', 'like', 'chat_send:%').select('points').execute()
  expect(counted).toEqual([{ points: 1 }])
  // counted within the process too: nineteen of twenty are left, and a repeat still works beyond the limit
  const spam = () => browser.call('chat.send', { conversationId, clientId: crypto.randomUUID(), content: 'again' })
  const statuses = (await Promise.all(Array.from({ length: 21 }, spam))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect((await send('Once?', clientId)).reply.id).toBe(first?.reply.id)
})

test('returns a conflict for another question under the same id, and changes nothing', async () => {
  const { browser, conversationId, send } = await openConversation(app, agentId)
  const clientId = crypto.randomUUID()
  await follow(browser, (await send('This one', clientId)).reply.id)
  const other = { conversationId, clientId, content: 'Another one' }
  expect(await browser.call('chat.send', other)).toMatchObject({ status: 409, code: 'conflict' })
  expect(await listMessages(browser, conversationId)).toHaveLength(2)
})

test('stores a repeated edit once and does not count the repeats', async () => {
  const { browser, conversationId, send } = await openConversation(app, agentId)
  const { question, reply } = await send('Befor?')
  await follow(browser, reply.id)
  const edit = { messageId: question.id, clientId: crypto.randomUUID(), content: 'Before?' }
  const answers = []
  for (let i = 0; i < 25; i++) answers.push(await browser.call('chat.edit', edit))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ data }) => (data as { question: { id: string } }).question.id)).size).toBe(1)
  await sender(browser, conversationId)('And now?').catch(() => {})
  expect(await browser.call('chat.edit', { ...edit, content: 'Another' })).toMatchObject({ status: 409 })
})
