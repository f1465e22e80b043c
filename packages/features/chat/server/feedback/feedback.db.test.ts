import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { password, testBrowser } from '@duo/server/testing/accounts.ts'
import { type Browser, follow, gate, listMessages, makeAgent, openConversation, person } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'
import type { Message } from '../../schema.ts'
import { feedbackByNote } from './feedback-queries.ts'

const model = await startModelServer()
const app = await testApp({ CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' })
const agentId = await makeAgent(app.db)
afterAll(async () => {
  await app.close()
  await model.close()
})

async function answered(content?: string) {
  const conversation = await openConversation(app, agentId)
  const { question, reply } = await conversation.send(content)
  await follow(conversation.browser, reply.id)
  const rate = (vote: 'up' | 'down' | null, reason: string | null = null, browser = conversation.browser) =>
    browser.call('chat.rate', { messageId: reply.id, vote, reason })
  const stored = () => app.db.selectFrom('chat_feedback').where('reply_id', '=', reply.id).selectAll().executeTakeFirst()
  return { ...conversation, question, reply, rate, stored }
}
async function secondDevice(first: Browser) {
  const { data } = await first.call('auth.session')
  const { email } = (data as { user: { email: string } }).user
  const second = testBrowser(app.url)
  await second.auth('sign-in/email', { email, password })
  return second
}
const feedbackOf = (messages: Message[], id: string) => messages.find((message) => message.id === id)?.feedback

test('stores one vote per reply, which another device can change and withdraw, and returns it with the messages', async () => {
  const { browser, conversationId, reply, rate, stored } = await answered()
  expect(await rate('up', 'a thumb up has no reason')).toMatchObject({ data: { feedback: { vote: 'up', reason: null } } })
  expect(feedbackOf(await listMessages(browser, conversationId), reply.id)).toEqual({ vote: 'up', reason: null })

  const other = await secondDevice(browser)
  await rate('down', '  It says nothing of looms. ', other)
  expect(feedbackOf(await listMessages(browser, conversationId), reply.id)).toEqual({
    vote: 'down',
    reason: 'It says nothing of looms.',
  })
  await rate('down', null)
  expect(await stored()).toMatchObject({ vote: 'down', reason: null })

  expect(await rate(null)).toMatchObject({ data: { feedback: null } })
  expect(await rate(null, null, other)).toMatchObject({ data: { feedback: null } })
  expect(feedbackOf(await listMessages(browser, conversationId), reply.id)).toBeUndefined()
})

test('refuses votes on questions, help texts and other users’ replies', async () => {
  const mine = await answered()
  const otherUser = await person(app)
  expect(await mine.rate('up', null, otherUser)).toMatchObject({ code: 'not_found' })
  expect(await otherUser.call('chat.rate', { messageId: mine.question.id, vote: 'up', reason: null })).toMatchObject({
    code: 'not_found',
  })
  expect(await mine.browser.call('chat.rate', { messageId: mine.question.id, vote: 'up', reason: null })).toMatchObject({
    code: 'not_found',
  })
  const distressed = await answered('I cut myself last night and I want to die')
  expect(await distressed.rate('down', 'no')).toMatchObject({ code: 'not_found' })
  expect(await distressed.stored()).toBeUndefined()
  expect(await testBrowser(app.url).call('chat.rate', { messageId: mine.reply.id, vote: 'up', reason: null })).toMatchObject({
    code: 'unauthorized',
  })
})

test('refuses a vote on a reply that is still being written', async () => {
  const { pieces, give, finish } = gate()
  model.queue.push({ kind: 'text', pieces })
  const { browser, send } = await openConversation(app, agentId)
  const { reply } = await send()
  const rate = () => browser.call('chat.rate', { messageId: reply.id, vote: 'up', reason: null })
  give('An engine')
  await follow(browser, reply.id, { enough: ({ text }) => text !== '' })
  expect(await rate()).toMatchObject({ code: 'not_found' })
  finish()
  await follow(browser, reply.id)
  expect(await rate()).toMatchObject({ data: { feedback: { vote: 'up' } } })
})

test('accepts a reason of 500 characters and refuses one of 501', async () => {
  const { rate, stored } = await answered()
  expect(await rate('down', 'x'.repeat(501))).toMatchObject({ code: 'bad_input', fields: { reason: 'reason_too_long' } })
  expect(await stored()).toBeUndefined()
  await rate('down', 'x'.repeat(500))
  expect((await stored())?.reason).toHaveLength(500)
})

test('stores no reason that looks empty', async () => {
  const { rate, stored } = await answered()
  await rate('down', ' \u2800\u200B ')
  expect(await stored()).toMatchObject({ vote: 'down', reason: null })
})

test('exports a vote even after an edit of the question, and deletes it with the account', async () => {
  const { browser, question, rate, stored } = await answered()
  await rate('down', 'Too short')
  await browser.call('chat.edit', { messageId: question.id, clientId: crypto.randomUUID(), content: 'And a loom?' })
  expect(await rate('up')).toMatchObject({ code: 'not_found' })
  const { data } = await browser.call('auth.download')
  expect(JSON.stringify(data)).toMatch(/"feedback":\{"vote":"down","reason":"Too short","ratedAt":"\d{4}/)
  expect(await browser.call('auth.erase', { password })).toMatchObject({ data: { error: null } })
  expect(await stored()).toBeUndefined()
})

test('the operator’s report lists votes and reasons by note without users or deleted conversations', async () => {
  const { browser, conversationId, reply, rate } = await answered()
  const slug = `agent-${agentId}`
  const titles = [
    { title: 'On looms', source: 'Notes, 1843' },
    { title: 'On cards', source: 'Notes, 1843' },
  ]
  const rest = (sources: object[]) =>
    app.db
      .updateTable('chat_message')
      .set({ sources: JSON.stringify(sources) })
      .where('id', '=', reply.id)
      .execute()
  await rest(titles)
  await rate('down', 'Where are the looms?')
  const rows = async () => (await feedbackByNote(app.db, { agent: slug })).filter(({ note }) => note !== null)
  expect(await rows()).toEqual([
    { agent: slug, note: 'On cards', up: 0, down: 1, words: ['Where are the looms?'] },
    { agent: slug, note: 'On looms', up: 0, down: 1, words: ['Where are the looms?'] },
  ])
  await browser.call('chat.remove', { id: conversationId })
  expect(await rows()).toEqual([])
  await browser.call('chat.restore', { id: conversationId })
  expect(await rows()).toHaveLength(2)
})
