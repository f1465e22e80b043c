import { startModelServer, words } from '@duo/platform/testing/servers/model-server.ts'
import {
  browserAt,
  follow,
  gate,
  listMessages,
  openConversation,
  sendAndFollow,
  twoChatServers,
} from '@duo/server/testing/chat.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'

const model = await startModelServer()
const { app, other, agentId, close } = await twoChatServers(model)
afterAll(close)
beforeEach(() => {
  model.calls.length = 0
})

const questionIn = (conversationId: string, content = 'What is an engine?') => ({
  conversationId,
  clientId: crypto.randomUUID(),
  content,
})

test('one request stores the question, returns what chat.send returns, and streams the events of chat.stream', async () => {
  const answer = () => ({ kind: 'text' as const, pieces: words('An engine weaves patterns.'), tokens: 7 })
  model.queue.push(answer())
  const { browser, conversationId, send } = await openConversation(app, agentId)
  const read = await sendAndFollow(browser, { ...questionIn(conversationId), path: 0 })
  expect(read.status).toBe(200)
  expect(read.sent).toMatchObject({
    error: null,
    question: { seq: 1, role: 'user', content: 'What is an engine?', status: 'done' },
    reply: { seq: 2, content: '', status: 'waiting' },
    path: 0,
    usage: { used: 0 },
  })
  expect(read.text).toBe('An engine weaves patterns.')
  const [question, reply] = await listMessages(browser, conversationId)
  expect(read.sent).toMatchObject({ question, reply: { id: reply?.id } })
  expect(read.end).toMatchObject({ message: { ...reply }, usage: { used: 12 } })
  const again = await follow(browser, reply?.id ?? '')
  expect([again.text, again.end]).toEqual([read.text, read.end])
  model.queue.push(answer())
  const plain = await send('And then?')
  expect(Object.keys(read.sent ?? {})).toEqual(Object.keys(plain))
  await follow(browser, plain.reply.id)
})

test('a connection that breaks is resumed by chat.stream, or by the same question at another server, without loss', async () => {
  const { pieces, give, finish } = gate()
  model.queue.push({ kind: 'text', pieces })
  const { browser, conversationId } = await openConversation(app, agentId)
  const question = questionIn(conversationId)
  give('An engine')
  const first = await sendAndFollow(browser, question, ({ text }) => text === 'An engine')
  const replyId = first.sent?.error === null ? first.sent.reply.id : ''
  const elsewhere = sendAndFollow(browserAt(browser, other.url), { ...question, lastEventId: first.lastId })
  const here = follow(browser, replyId, { from: first.lastId })
  give(' weaves', ' patterns.')
  finish()
  for (const read of await Promise.all([elsewhere, here])) {
    expect(first.text + read.text).toBe('An engine weaves patterns.')
    expect(read.end?.message).toMatchObject({ id: replyId, status: 'done', content: 'An engine weaves patterns.' })
  }
  expect((await elsewhere).sent).toMatchObject({ reply: { id: replyId } })
  expect(await listMessages(browser, conversationId)).toHaveLength(2)
  expect(model.calls).toHaveLength(1)
  const broken = await sendAndFollow(browser, { ...question, lastEventId: first.lastId }, ({ sent }) => sent !== null)
  // a connection that breaks before its first text goes on from here
  expect(broken.lastId).toBe('9')
})

test('a lost answer asked for again stores one question, also when many ask at once', async () => {
  const { browser, conversationId } = await openConversation(app, agentId)
  const question = questionIn(conversationId)
  // the reader leaves before anything arrives
  const leave = new AbortController()
  const lost = browser.request('/api/trpc/chat.sendAndStream', {
    method: 'POST',
    body: JSON.stringify(question),
    headers: { 'content-type': 'application/json' },
    signal: leave.signal,
  })
  leave.abort()
  await lost.catch(() => {})
  const reads = await Promise.all(
    [browser, browserAt(browser, other.url), browser].map((reader) => sendAndFollow(reader, question)),
  )
  expect(new Set(reads.map(({ sent }) => sent?.error === null && sent.reply.id)).size).toBe(1)
  expect(new Set(reads.map(({ end }) => end?.message.content)).size).toBe(1)
  expect(await listMessages(browser, conversationId)).toHaveLength(2)
  expect(model.calls).toHaveLength(1)
  const { user_id } = await app.db
    .selectFrom('chat_conversation')
    .where('id', '=', conversationId)
    .select('user_id')
    .executeTakeFirstOrThrow()
  const counted = await app.db.selectFrom('rate_limit').where('key', '=', `chat_send:${user_id}`).select('points').execute()
  // at most once in each process
  expect(counted[0]?.points).toBeLessThanOrEqual(2)
  const changed = await sendAndFollow(browser, { ...question, content: 'Another question' })
  expect([changed.status, changed.code, changed.sent]).toEqual([409, 'conflict', null])
})

test('refuses what chat.send refuses: as the only event, or with its status before any event', async () => {
  const { pieces, finish } = gate()
  model.queue.push({ kind: 'text', pieces })
  const { browser, conversationId } = await openConversation(app, agentId)
  const running = await sendAndFollow(browser, questionIn(conversationId), ({ sent }) => sent !== null)
  const replyId = running.sent?.error === null ? running.sent.reply.id : ''
  const busy = await sendAndFollow(browser, questionIn(conversationId))
  expect(busy).toMatchObject({ status: 200, sent: { error: 'busy', replyId }, events: [], end: null, code: null })
  const moved = await sendAndFollow(browser, { ...questionIn(conversationId), path: 7 })
  expect(moved).toMatchObject({ status: 200, sent: { error: 'moved' }, events: [] })
  finish()
  const otherUser = (await openConversation(app, agentId)).browser
  expect(await sendAndFollow(otherUser, questionIn(conversationId))).toMatchObject({ status: 404, code: 'not_found', sent: null })
  const empty = await sendAndFollow(browser, questionIn(conversationId, ' '))
  expect(empty).toMatchObject({ status: 400, sent: null })
  const input = encodeURIComponent(JSON.stringify(questionIn(conversationId)))
  expect((await browser.request(`/api/trpc/chat.sendAndStream?input=${input}`)).status).toBe(405)
})

test('help comes in the first event, beyond every limit', async () => {
  const { browser, conversationId } = await openConversation(app, agentId)
  const spam = Array.from({ length: 21 }, () => sendAndFollow(browser, { ...questionIn(conversationId), path: 0 }))
  expect((await Promise.all(spam)).some(({ status, code }) => status === 429 && code === 'too_many_requests')).toBe(true)
  const read = await sendAndFollow(browser, questionIn(conversationId, 'I want to kill myself.'))
  expect(read.sent).toMatchObject({ error: null, reply: { origin: 'help', status: 'done' } })
  expect(read.end?.message).toMatchObject({ origin: 'help', content: read.text })
})
