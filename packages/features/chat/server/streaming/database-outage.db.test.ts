import { connect } from '@duo/db/connection/connect.ts'
import type { Db } from '@duo/db/index.ts'
import { openFaultProxy } from '@duo/db/test-server/fault-proxy.ts'
import { eventually, testDatabase } from '@duo/db/testing.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { follow, gate, listMessages, makeAgent, openConversation, sender } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'

const model = await startModelServer()
const settings = { CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' }
const database = await testDatabase()
const agentId = await makeAgent(database.db)
afterAll(model.close)

test('a reply survives a ten-second database outage, is stored whole, and is charged once', async () => {
  const proxy = await openFaultProxy(database.url)
  const weak = connect({ url: proxy.url, onError: () => {} })
  const two = await Promise.all([1, 2].map(() => testApp(settings, { ...database, ...weak, url: proxy.url })))
  try {
    const [first, second] = two
    if (!first || !second) throw new Error('two servers are required')
    const { browser, conversationId, send } = await openConversation(first, agentId)
    const { pieces, give, finish } = gate()
    model.queue.push({ kind: 'text', pieces, tokens: 30 })
    const { reply } = await send('Are you there?')
    let receivedText = ''
    const reading = follow(browser, reply.id, {
      enough: ({ text }) => {
        receivedText = text
        return text.endsWith('after')
      },
    })
    give('before')
    await eventually(() => expect(receivedText).toBe('before'))
    await eventually(async () => expect((await listMessages(browser, conversationId))[1]).toMatchObject({ content: 'before' }))

    await proxy.cut()
    give(' during')
    expect(await browser.call('chat.messages', { conversationId, cursor: null })).toMatchObject({ status: 503 })
    expect(await follow(browser, reply.id)).toMatchObject({ code: 'unavailable' })
    give(' after')
    // local readers continue from memory
    expect((await reading).text).toBe('before during after')
    const silence = () =>
      database.db
        .selectFrom('chat_run')
        .innerJoin('chat_process', 'chat_process.id', 'chat_run.process_id')
        .where('reply_id', '=', reply.id)
        .where('heartbeat_at', '<', new Date(Date.now() - 10_000))
        .executeTakeFirst()
    await vi.waitFor(async () => expect(await silence()).toBeDefined(), { timeout: 15_000, interval: 200 })
    finish()
    await proxy.restore()

    const end = await vi.waitFor(
      async () => {
        const read = await follow(browser, reply.id)
        expect(read.end).not.toBeNull()
        return read
      },
      { timeout: 10_000, interval: 200 },
    )
    expect(end.text).toBe('before during after')
    expect(end.end).toMatchObject({ message: { status: 'done', tokens: 34 }, usage: { used: 34 } })
    expect(await database.db.selectFrom('chat_chunk').where('reply_id', '=', reply.id).execute()).toEqual([])
  } finally {
    if (two.length > 0) await proxy.restore().catch(() => {})
    await Promise.all(two.map(({ close }) => close()))
    await weak.close()
    await proxy.close()
  }
})

test('a reply that is just beginning waits for the database, and its reader sees no excuse', async () => {
  const proxy = await openFaultProxy(database.url)
  const weak = connect({ url: proxy.url, onError: () => {} })
  const app = await testApp(settings, { ...database, ...weak, url: proxy.url })
  try {
    // an agent whose texts this process has not read yet
    const { browser, send } = await openConversation(app, await makeAgent(database.db))
    model.queue.push({ kind: 'text', pieces: ['Here I am.'] })
    proxy.loseResponseTo('prompt_seed')
    const { reply } = await send('Are you there?')
    const { end, text } = await follow(browser, reply.id)
    expect(end?.message).toMatchObject({ status: 'done', origin: 'model', problem: null })
    expect(text).toBe('Here I am.')
  } finally {
    await app.close()
    await weak.close()
    await proxy.close()
  }
})

test('a lost connection while storing a question interrupts its reply, which the user can retry', async () => {
  const proxy = await openFaultProxy(database.url)
  const weak = connect({ url: proxy.url, onError: () => {} })
  const app = await testApp(settings, { ...database, ...weak, url: proxy.url })
  try {
    const { browser, conversationId } = await openConversation(app, agentId)
    const input = { conversationId, clientId: crypto.randomUUID(), content: 'Did you hear me?' }
    proxy.loseResponseTo('insert into chat_run')
    expect(await browser.call('chat.send', input)).toMatchObject({ status: 503 })
    expect(await listMessages(browser, conversationId)).toMatchObject([{ content: 'Did you hear me?' }, { status: 'waiting' }])
    const { reply } = await sender(browser, conversationId)(input.content, input.clientId)
    expect((await follow(browser, reply.id)).end).toMatchObject({ message: { status: 'interrupted', content: '', tokens: null } })
    model.queue.push({ kind: 'text', pieces: ['Now I do.'] })
    const { data } = await browser.call('chat.retry', { messageId: reply.id })
    expect((await follow(browser, (data as { reply: { id: string } }).reply.id)).text).toBe('Now I do.')
  } finally {
    await app.close()
    await weak.close()
    await proxy.close()
  }
})

test('calls the model only after the question is stored, even on a slow disk', async () => {
  const database = await testDatabase()
  const agentId = await makeAgent(database.db)
  const app = await testApp(settings, database)
  try {
    const { browser, conversationId, send } = await openConversation(app, agentId)
    model.queue.push({ kind: 'text', pieces: ['An answer ', 'that ', 'comes ', 'at ', 'once.'] })
    const callsBefore = model.calls.length
    const sent = await database.db.transaction().execute(async (tx) => {
      await sql`lock table chat_message in share mode`.execute(tx)
      const sending = send('Are you quick?')
      await insertWaits(database.db)
      expect(await listMessages(browser, conversationId)).toEqual([])
      expect(model.calls).toHaveLength(callsBefore)
      return { sending }
    })
    const { reply } = await sent.sending
    expect(await follow(browser, reply.id)).toMatchObject({
      text: 'An answer that comes at once.',
      end: { message: { status: 'done' } },
    })
  } finally {
    await app.close()
  }
})

test('a question that cannot be stored gets no reply and costs nothing', async () => {
  const database = await testDatabase()
  const agentId = await makeAgent(database.db)
  const app = await testApp(settings, database)
  try {
    const { browser, conversationId } = await openConversation(app, agentId)
    const callsBefore = model.calls.length
    const answer = await database.db.transaction().execute(async (tx) => {
      await sql`lock table chat_message in share mode`.execute(tx)
      // longer than the lock timeout
      return await browser.call('chat.send', { conversationId, clientId: crypto.randomUUID(), content: 'Too late?' })
    })
    expect(answer).toMatchObject({ status: 503 })
    expect(model.calls).toHaveLength(callsBefore)
    expect(await listMessages(browser, conversationId)).toEqual([])
    expect(await browser.call('billing.subscription')).toMatchObject({ data: { usage: { tokensPerMonth: 0 } } })
  } finally {
    await app.close()
  }
})

const insertWaits = (db: Db) =>
  eventually(async () => {
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into chat_message%'`
    expect((await waiting.execute(db)).rows).toHaveLength(1)
  })
