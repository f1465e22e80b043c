import { faults, startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import {
  type Browser,
  browserAt,
  follow,
  gate,
  listMessages,
  openConversation,
  twoChatServers,
} from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'
import type { Message, RetryResult } from '../../schema.ts'
import { chatMaintenance } from '../retention/maintenance.ts'

const model = await startModelServer()
const { app, other, agentId, close } = await twoChatServers(model)
const offline = await testApp({ CONFIRM_EMAIL: 'off' }, app.database)
afterAll(() => Promise.all([offline.close(), close()]))

const replyWith = (...pieces: string[]) => model.queue.push({ kind: 'text', pieces })
const failWith = (name: string) => {
  const fault = faults[name]
  if (!fault) throw new Error(name)
  model.queue.push(fault, fault)
}

/** A conversation with one answer, “Good.” */
async function answered(on = app) {
  const { browser, conversationId, send } = await openConversation(on, agentId)
  replyWith('Good.')
  const { question, reply } = await send('Why?')
  await follow(browser, reply.id)
  const retry = async ({ id }: { id: string }, as: Browser = browser) =>
    (await as.call('chat.retry', { messageId: id })).data as RetryResult & { error: null }
  const retryToEnd = async (message: { id: string }) => {
    const answer = await retry(message)
    await follow(browser, answer.reply.id)
    return answer
  }
  const show = ({ id }: { id: string }) => browser.call('chat.showVersion', { messageId: id })
  const last = async () => (await listMessages(browser, conversationId)).at(-1) as Message
  const read = async () => (await listMessages(browser, conversationId)).map(labelled)
  return { browser, conversationId, send, question, reply, retry, retryToEnd, show, last, read }
}

const labelled = ({ content, version }: Message) => (version ? `${content} (${version.number} of ${version.count})` : content)

test('a retry keeps the answer with its rating as a version, and the next question goes on from the shown one', async () => {
  const { browser, send, question, reply, retryToEnd, show, read, last } = await answered()
  const feedback = { vote: 'up', reason: null } as const
  await browser.call('chat.rate', { messageId: reply.id, ...feedback })
  replyWith('Better.')
  const retried = await retryToEnd(reply)
  expect(retried).toMatchObject({
    question: { content: 'Why?', version: { of: question.id, number: 2, count: 2, previous: question.id, next: null } },
    path: 1,
  })
  expect(await read()).toEqual(['Why? (2 of 2)', 'Better.'])
  await show(question)
  expect(await read()).toEqual(['Why? (1 of 2)', 'Good.'])
  expect(await last()).toMatchObject({ id: reply.id, feedback })
  replyWith('Because.')
  const next = await send('And then?')
  await follow(browser, next.reply.id)
  const prompt = JSON.stringify(model.calls.at(-1)?.request.messages)
  expect(prompt).toContain('Good.')
  expect(prompt).not.toContain('Better.')
})

test.each(['quota', 'unauthorized', 'empty', 'broken'])(
  'after a retry that fails (%s), the answer is a version, and further retries replace only the failure',
  async (fault) => {
    const { conversationId, question, reply, retryToEnd, show, read, last } = await answered()
    failWith(fault)
    await retryToEnd(reply)
    expect(await last()).toMatchObject({ origin: 'fallback' })
    failWith(fault)
    const again = await retryToEnd(await last())
    expect(again.question).toBeUndefined()
    await show(question)
    expect(await read()).toEqual(['Why? (1 of 2)', 'Good.'])
    const past = new Date(Date.now() - 400 * 86_400_000)
    const hidden = app.db.updateTable('chat_message').set({ hidden_at: past }).where('hidden_at', 'is not', null)
    await hidden.where('conversation_id', '=', conversationId).execute()
    for (const { run } of chatMaintenance) await run(app.db, app.appContext)
    model.queue.length = 0
    replyWith('Better.')
    await retryToEnd(reply)
    expect(await read()).toEqual(['Why? (3 of 3)', 'Better.'])
    await show(question)
    expect(await last()).toMatchObject({ id: reply.id })
  },
)

test('a text that was stopped stays as a version, and one that was stopped before its first word is replaced', async () => {
  const { browser, question, reply, retry, retryToEnd, show, read, last } = await answered()
  for (const text of ['', 'Half of']) {
    const { pieces, give } = gate()
    model.queue.push({ kind: 'text', pieces })
    if (text) give(text)
    const { reply: next } = await retry(await last())
    if (text) await follow(browser, next.id, { enough: (stream) => stream.text !== '' })
    else await expect.poll(() => model.queue.length).toBe(0)
    await browser.call('chat.stop', { messageId: next.id })
    expect(await last()).toMatchObject({ status: 'stopped', content: text })
  }
  expect(await read()).toEqual(['Why? (2 of 2)', 'Half of'])
  const half = (await last()).id
  replyWith('Better.')
  const retried = await retryToEnd({ id: half })
  expect(await read()).toEqual(['Why? (3 of 3)', 'Better.'])
  await show({ id: retried.question?.version?.previous ?? '' })
  expect(await read()).toEqual(['Why? (2 of 3)', 'Half of'])
  await show(question)
  expect(await last()).toMatchObject({ id: reply.id, content: 'Good.' })
})

test('retries at once in two tabs add one version, and a later press changes nothing', async () => {
  const { browser, reply, retry, read } = await answered()
  for (let tab = 0; tab < 4; tab += 1) replyWith('Better.')
  const answers = await Promise.all(Array.from({ length: 4 }, () => browser.call('chat.retry', { messageId: reply.id })))
  const stored = answers.flatMap(({ data }) => {
    const answer = data as RetryResult | undefined
    return answer?.error === null ? [answer.reply.id] : []
  })
  expect(stored).toHaveLength(1)
  await follow(browser, stored[0] ?? '')
  expect(await retry(reply)).toBeUndefined()
  expect(await read()).toEqual(['Why? (2 of 2)', 'Better.'])
  model.queue.length = 0
})

test('the answer survives a server that stops in the middle of a retry', async () => {
  const closing = await testApp({ CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' }, app.database)
  const { browser, conversationId, question, reply, retry } = await answered(closing)
  const { pieces, give } = gate()
  model.queue.push({ kind: 'text', pieces })
  give('Half of')
  const { reply: next } = await retry(reply)
  await follow(browser, next.id, { enough: ({ text }) => text !== '' })
  await closing.close()
  const elsewhere = browserAt(browser, other.url)
  await expect.poll(async () => (await listMessages(elsewhere, conversationId)).at(-1)?.status).toBe('interrupted')
  await elsewhere.call('chat.showVersion', { messageId: question.id })
  expect((await listMessages(elsewhere, conversationId)).map(labelled)).toEqual(['Why? (1 of 2)', 'Good.'])
})

test('a retry keeps the answer of the offline engine', async () => {
  const { browser, conversationId, send } = await openConversation(offline, agentId)
  const { reply } = await send('What is an engine?')
  await follow(browser, reply.id)
  const { data } = await browser.call('chat.retry', { messageId: reply.id })
  await follow(browser, (data as RetryResult & { error: null }).reply.id)
  const [question] = await listMessages(browser, conversationId)
  expect(question?.version).toMatchObject({ number: 2, count: 2 })
  await browser.call('chat.showVersion', { messageId: question?.version?.previous })
  expect((await listMessages(browser, conversationId)).at(-1)?.id).toBe(reply.id)
})

test('help for a retried question keeps the answer that it got before', async () => {
  const { browser, conversationId, send } = await openConversation(offline, agentId)
  const { question, reply: help } = await send('I cut myself last night and I want to die')
  const { data } = await browser.call('chat.notAboutMe', { messageId: help.id })
  const { reply } = data as RetryResult & { error: null }
  await follow(browser, reply.id)
  const { data: again } = await browser.call('chat.retry', { messageId: reply.id })
  expect(again).toMatchObject({ reply: { origin: 'help' }, question: { version: { number: 2, count: 2 } } })
  await browser.call('chat.showVersion', { messageId: question.id })
  expect((await listMessages(browser, conversationId)).at(-1)?.id).toBe(reply.id)
})
