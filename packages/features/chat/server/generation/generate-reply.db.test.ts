import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { faults, startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { root } from '@duo/server/config/paths.ts'
import { type Browser, follow, listMessages, makeAgent, openConversation, person, sender } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { monthOf } from '#billing/rules.ts'
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

test('a failure can be answered from the notes instead, free of charge and without the model, also at the limit of the plan', async () => {
  const { browser, conversationId, send } = await openConversation(app, await seededAda())
  const { unauthorized } = faults
  if (!unauthorized) throw new Error('no fault')
  model.queue.push(unauthorized)
  const { reply } = await send('Who was Charles Babbage?')
  expect((await follow(browser, reply.id)).end?.message).toMatchObject({ origin: 'fallback' })
  const calls = model.calls.length
  const { user_id } = await app.db
    .selectFrom('chat_conversation')
    .where('id', '=', conversationId)
    .select('user_id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('billing_usage')
    .values({ user_id, month: monthOf(new Date()), tokens: 10_000 })
    .execute()
  expect((await browser.call('chat.retry', { messageId: reply.id })).data).toMatchObject({ error: 'limit_reached' })
  const { data } = await browser.call('chat.retry', { messageId: reply.id, from: 'notes' })
  const { end } = await follow(browser, (data as { reply: { id: string } }).reply.id)
  expect(end).toMatchObject({
    message: { status: 'done', origin: 'offline', problem: null, tokens: null, content: expect.stringContaining('Babbage') },
    usage: { used: 10_000 },
  })
  expect(end?.message.sources.length).toBeGreaterThan(0)
  expect(model.calls).toHaveLength(calls)
  expect(await listMessages(browser, conversationId)).toHaveLength(2)
})

test('what the model wrote stays as a version when the notes answer instead', async () => {
  const { browser, conversationId, send } = await openConversation(app, await seededAda())
  model.queue.push({ kind: 'cut', pieces: ['As far', ' as here'] })
  const { reply } = await send('Who was Charles Babbage?')
  await follow(browser, reply.id)
  const { data } = await browser.call('chat.retry', { messageId: reply.id, from: 'notes' })
  await follow(browser, (data as { reply: { id: string } }).reply.id)
  const [question, answer] = await listMessages(browser, conversationId)
  expect(question?.version).toMatchObject({ number: 2, count: 2 })
  expect(answer).toMatchObject({ origin: 'offline', tokens: null })
})

test('a thought of the model is neither streamed nor stored', async () => {
  const { browser, conversationId, send } = await openConversation(app, await makeAgent(app.db))
  const pieces = ['<thi', 'nk>\nOkay, a secret.', '\n</THI', 'NK>\n\nIt weaves.']
  model.queue.push({ kind: 'text', pieces, thoughts: ['A secret.'] })
  const { reply } = await send()
  expect(await follow(browser, reply.id)).toMatchObject({ text: 'It weaves.', end: { message: { content: 'It weaves.' } } })
  expect((await listMessages(browser, conversationId)).at(-1)).toMatchObject({ content: 'It weaves.' })
})

test('a thought without an opening tag, once shown, is replaced by the reply and not stored', async () => {
  const own = await testApp({ CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' }, database)
  const { browser, conversationId, send } = await openConversation(own, await makeAgent(app.db))
  model.queue.push({ kind: 'text', pieces: ['Engines weave. ', 'I could say so.', '</think>', 'They do.'] })
  const { reply } = await send()
  expect((await follow(browser, reply.id)).end?.message.content).toBe('They do.')
  expect((await listMessages(browser, conversationId)).at(-1)).toMatchObject({ content: 'They do.' })
  await own.close()
})

/** Ada, whose notes we wrote. */
async function seededAda(): Promise<string> {
  await seedBundledAgents(app.db, join(root, 'db/seeds/agents'))
  const ada = app.db.selectFrom('marketplace_agent').where('slug', '=', 'ada-lovelace').select('id')
  return (await ada.executeTakeFirstOrThrow()).id
}

test('sends the model all notes in one order, and at the end which of them fit the question, also on a retry', async () => {
  const ada = await seededAda()
  const lastPrompt = () => {
    const prompt = model.calls.at(-1)?.request.messages[0]?.content ?? ''
    const [, start = '', json = '[]', hint = ''] = /^(.*Notes, as JSON: )(\[.*\])\n\n(.*)$/s.exec(prompt) ?? []
    const notes = JSON.parse(json) as { number: number; title: string }[]
    const hinted = (hint.match(/\d+/g) ?? []).map((number) => notes[Number(number) - 1]?.title)
    return { prompt, cacheable: start + json, notes, hinted }
  }
  const read = (browser: Browser, answer: unknown) => follow(browser, (answer as { reply: { id: string } }).reply.id)
  const { browser, send } = await openConversation(app, ada)
  await read(browser, await send('Who was Charles Babbage?'))
  const first = lastPrompt()
  const keys = app.db.selectFrom('marketplace_note').where('agent_id', '=', ada).where('language', '=', 'en').select('key')
  expect(first.notes).toHaveLength((await keys.execute()).length)
  expect(first.hinted).toContainEqual(expect.stringMatching(/Babbage/))

  const { reply } = await send('What did you write about music?')
  await read(browser, { reply })
  const second = lastPrompt()
  expect(second.cacheable).toBe(first.cacheable)
  expect(second.hinted).not.toEqual(first.hinted)
  expect(second.hinted.length).toBeGreaterThan(0)

  const { data: again } = await browser.call('chat.retry', { messageId: reply.id })
  await read(browser, again)
  expect(lastPrompt().prompt).toBe(second.prompt)
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
