import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { faults, startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { root } from '@duo/server/config/paths.ts'
import { type Browser, follow, listMessages, makeAgent, openConversation, person, sender } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { seedBundledAgents } from '#marketplace/server/import/seed-agents.ts'
import { chatMaintenance } from '../retention/maintenance.ts'

const model = await startModelServer()
const database = await testDatabase()
const app = await testApp({ CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' }, database)
const offline = await testApp({ CONFIRM_EMAIL: 'off' }, database)
afterAll(async () => {
  await Promise.all([app.close(), offline.close()])
  await model.close()
})

/** The circuit opens after five failures in a row, so each test that causes failures ends with a success. */
const recover = async (browser: Browser, messageId: string) => {
  model.queue.length = 0
  model.queue.push({ kind: 'text', pieces: ['Better.'], tokens: 2 })
  const { data } = await browser.call('chat.retry', { messageId })
  return follow(browser, (data as { reply: { id: string } }).reply.id)
}

describe('when the model fails', () => {
  const line = 'The engine rests.'
  const genericLine = /^The thought slipped away|^Forgive me, I lost my voice|^Something kept me from answering/
  test.each([
    ['empty', 'Sorry, I couldn’t process your message just now.', 'empty', 'What is an engine?'],
    ['quota', /problem with the AI provider’s API/, 'quota', 'What is an engine?'],
    ['broken', line, 'other', 'What is an engine?'],
    ['unauthorized', line, 'other', 'What is an engine?'],
    ['malformed', line, 'other', 'What is an engine?'],
    ['malformed', genericLine, 'other', 'What is an engine?'],
  ] as const)('%s: stores a free, labelled fallback reply (%s) and allows a retry', async (name, text, problem, question) => {
    const agentId = await makeAgent(app.db, { lines: text === genericLine ? [] : [line] })
    const { browser, conversationId, send } = await openConversation(app, agentId)
    const fault = faults[name]
    if (!fault) throw new Error(name)
    model.queue.push(fault, fault)
    const { reply } = await send(question)
    const read = await follow(browser, reply.id)
    const content: unknown = typeof text === 'string' ? text : expect.stringMatching(text)
    expect(read.end).toMatchObject({
      message: { content, status: 'done', origin: 'fallback', problem, tokens: null },
      usage: { used: 0 },
    })
    expect(read.text).toBe(read.end?.message.content)
    expect((await recover(browser, reply.id)).end?.message).toMatchObject({
      content: 'Better.',
      origin: 'model',
      problem: null,
    })
    expect(await listMessages(browser, conversationId)).toHaveLength(2)
    expect(JSON.stringify(model.calls.at(-1)?.request.messages)).not.toContain(line)
  })

  test.each([
    ['/pt', 'quota', /problema com a API do provedor de IA/, 'What is an engine?'],
    ['/pt', 'empty', /^Desculpa, não consegui processar a tua mensagem neste momento\.$/, 'What is an engine?'],
    ['', 'quota', /problem with the AI provider’s API/, 'O que é uma máquina analítica?'],
  ])('on a page of “%s”, the notice of %s is in the language of the page', async (path, name, text, content) => {
    const { browser, conversationId } = await openConversation(app, await makeAgent(app.db))
    const fault = faults[name]
    if (!fault) throw new Error(name)
    model.queue.push(fault, fault)
    const input = { conversationId, clientId: crypto.randomUUID(), content }
    const { data } = await browser.call('chat.send', input, { referer: `${app.url}${path}/chat/${conversationId}` })
    const { reply } = data as { reply: { id: string } }
    expect((await follow(browser, reply.id)).text).toMatch(text)
    await recover(browser, reply.id)
  })

  test('in the middle of a reply, stores the partial text as failed and free of charge', async () => {
    const { browser, send } = await openConversation(app, await makeAgent(app.db))
    model.queue.push({ kind: 'cut', pieces: ['As far', ' as here'] })
    const { reply } = await send()
    expect((await follow(browser, reply.id)).end).toMatchObject({
      message: { content: 'As far as here', status: 'failed', origin: 'model', problem: 'other', tokens: null },
      usage: { used: 0 },
    })
    expect((await recover(browser, reply.id)).text).toBe('Better.')
  })
})

/** Ada, whose notes we wrote. */
async function seededAda(): Promise<string> {
  await seedBundledAgents(app.db, join(root, 'db/seeds/agents'))
  const ada = app.db.selectFrom('marketplace_agent').where('slug', '=', 'ada-lovelace').select('id')
  return (await ada.executeTakeFirstOrThrow()).id
}

test('sends the model the notes of a follow-up and of the question before it, on every retry', async () => {
  const ada = await seededAda()
  const systemText = () => model.calls.at(-1)?.request.messages[0]?.content
  const read = (browser: Browser, answer: unknown) => follow(browser, (answer as { reply: { id: string } }).reply.id)
  const leaning = 'And when did he die?'

  const first = await openConversation(app, ada)
  await read(first.browser, await first.send(leaning))
  const alone = systemText()

  const { browser, send } = await openConversation(app, ada)
  await read(browser, await send('Who was Charles Babbage?'))
  const { reply } = await send(leaning)
  await read(browser, { reply })
  const both = systemText()
  expect(both).toContain('Babbage')
  expect(both).not.toBe(alone)

  const { data: again } = await browser.call('chat.retry', { messageId: reply.id })
  await read(browser, again)
  expect(systemText()).toBe(both)
})

test('without a model, the offline engine answers from the notes in the question’s language and cites sources', async () => {
  const ada = await seededAda()
  const browser = await person(offline)
  const { data } = await browser.call('chat.start', { agentId: ada })
  const { id } = (data as { conversation: { id: string } }).conversation
  const { data: opened } = await browser.call('chat.conversation', { id, language: 'pt' })
  expect(opened).toMatchObject({ conversation: { agent: { slug: 'ada-lovelace', starters: expect.any(Array) } }, running: null })
  const { reply } = await sender(browser, id)('O que é a máquina analítica?')
  const read = await follow(browser, reply.id)
  expect(read.text).toMatch(/números/)
  expect(read.end?.message).toMatchObject({ status: 'done', origin: 'offline', content: read.text })
  expect(read.end?.message.sources.length).toBeGreaterThan(0)
  expect([read.end?.usage.used, read.end?.message.tokens]).toEqual([0, null])
})

test('purges deleted conversations and replaced messages after seven days, not before', async () => {
  const { browser, conversationId, send } = await openConversation(app, await makeAgent(app.db))
  if (faults.quota) model.queue.push(faults.quota, faults.quota)
  const { reply } = await send()
  await follow(browser, reply.id)
  await recover(browser, reply.id)
  await browser.call('chat.remove', { id: conversationId })
  const runMaintenance = async () => {
    for (const { run } of chatMaintenance) await run(app.db, app.appContext)
    return (await app.db.selectFrom('chat_message').where('conversation_id', '=', conversationId).select('id').execute()).length
  }
  expect(await runMaintenance()).toBe(3)
  const past = new Date(Date.now() - 7 * 86_400_000 - 1000)
  await app.db.updateTable('chat_message').set({ hidden_at: past }).where('id', '=', reply.id).execute()
  expect(await runMaintenance()).toBe(2)
  await app.db.updateTable('chat_conversation').set({ removed_at: past }).where('id', '=', conversationId).execute()
  expect(await browser.call('chat.restore', { id: conversationId })).toMatchObject({ status: 404 })
  expect(await runMaintenance()).toBe(0)
})

test('purges a question together with its reply, even across batches, so that it can be sent again', async () => {
  const { browser, conversationId, send } = await openConversation(app, await makeAgent(app.db))
  const { question, reply } = await send('Again?')
  await follow(browser, reply.id)
  const hidden = { hidden_at: new Date(Date.now() - 8 * 86_400_000) }
  const more = { ...hidden, conversation_id: conversationId, role: 'user' as const, status: 'done' as const }
  await app.db
    .insertInto('chat_message')
    .values(
      Array.from({ length: 499 }, (_, i) => ({ ...more, seq: 10 + i, id: crypto.randomUUID(), client_id: crypto.randomUUID() })),
    )
    .execute()
  await app.db.updateTable('chat_message').set(hidden).where('id', 'in', [question.id, reply.id]).execute()
  // places the question last on disk, where the purge finds it last
  await app.pool.query('create index backwards on chat_message (seq desc)')
  await app.pool.query('cluster chat_message using backwards')
  await app.pool.query('drop index backwards')
  for (const { run } of chatMaintenance) await run(app.db, app.appContext)
  model.queue.push({ kind: 'text', pieces: ['Anew.'] })
  const secondAnswer = await send('Again?', question.clientId ?? '')
  expect((await follow(browser, secondAnswer.reply.id)).text).toBe('Anew.')
})

test('returns 503 to a repeated question whose reply is missing, instead of retrying forever', async () => {
  const { browser, conversationId, send } = await openConversation(app, await makeAgent(app.db))
  const { question, reply } = await send()
  await follow(browser, reply.id)
  await app.db.deleteFrom('chat_message').where('id', '=', reply.id).execute()
  const sentAgain = { conversationId, clientId: question.clientId, content: question.content }
  expect(await browser.call('chat.send', sentAgain)).toMatchObject({ status: 503, code: 'unavailable' })
})
