import { testDatabase } from '@duo/db/testing.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import {
  type Browser,
  follow,
  gate,
  listMessages,
  makeAgent,
  openConversation,
  person,
  sender,
} from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { SendResult } from '../../schema.ts'

const model = await startModelServer()
const database = await testDatabase()
const withModel = await testApp({ CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' }, database)
const withoutModel = await testApp({ CONFIRM_EMAIL: 'off' }, database)
const agentId = await makeAgent(withModel.db)
afterAll(async () => {
  await Promise.all([withModel.close(), withoutModel.close()])
  await model.close()
})
type App = typeof withModel

const distress = 'I cut myself last night and I want to die'
/** Possibly about the writer, without intent, method or danger. */
const unsure = 'tired. not the sleep kind of tired'

const idOf = async (browser: Browser) => {
  const { data } = await browser.call('auth.session')
  return (data as { user: { id: string } }).user.id
}

async function useTokens({ db }: App, browser: Browser, tokens: number): Promise<void> {
  const [user_id, month] = [await idOf(browser), `${new Date().toISOString().slice(0, 7)}-01`]
  await db
    .insertInto('billing_usage')
    .values({ user_id, month, tokens })
    .onConflict((at) => at.columns(['user_id', 'month']).doUpdateSet({ tokens }))
    .execute()
}

const replyTo = async (browser: Browser, answer: unknown) => {
  const { end } = await follow(browser, (answer as SendResult & { error: null }).reply.id)
  if (!end) throw new Error('the reply did not end')
  return end
}

describe.each([
  ['a configured model', withModel],
  ['the offline engine', withoutModel],
] as const)('with %s, a message of distress', (_, app) => {
  test.each([
    [distress, /988.*116 123.*findahelpline\.com/s],
    ['my husband hits me', /1-800-799-7233.*0808 2000 247.*findahelpline\.com/s],
    ['i took too many pills', /911.*999.*findahelpline\.com/s],
    ['não aguento mais viver', /188.*1411.*808 24 24 24.*213 544 545.*findahelpline\.com/s],
    ['meu marido me bate', /190.*180.*116 006.*findahelpline\.com/s],
    ['tomei muitos comprimidos', /192.*190.*112.*findahelpline\.com/s],
  ])('“%s” gets the help text for free, without a model call or a log entry', async (text, numbers) => {
    const { browser, conversationId, send } = await openConversation(app, agentId)
    const callsBefore = model.calls.length
    const { message, usage } = await replyTo(browser, await send(text))
    expect(message).toMatchObject({ origin: 'help', status: 'done', problem: null, tokens: null, sources: [] })
    expect(message.content).toMatch(numbers)
    expect(usage.used).toBe(0)
    expect(model.calls).toHaveLength(callsBefore)
    expect(app.logged()).not.toContain(text)
    expect(app.logged()).not.toContain(message.content.slice(0, 40))
    expect(await listMessages(browser, conversationId)).toHaveLength(2)
    // in immediate danger, only the user's word ends the state
    const { message: next } = await replyTo(browser, await send('What is an engine?'))
    expect(next.origin === 'help').toBe(message.help === 'danger')
  })

  test('gets help when the monthly tokens are used up, whether sent, edited or retried', async () => {
    const { browser, conversationId, send } = await openConversation(app, agentId)
    const first = await send('What is an engine?')
    await replyTo(browser, first)
    await useTokens(app, browser, 10_000)
    const { message, usage } = await replyTo(browser, await send(distress))
    expect(message.origin).toBe('help')
    expect(usage.used).toBe(10_000)
    const { data: again } = await browser.call('chat.retry', { messageId: message.id })
    expect((await replyTo(browser, again)).message.origin).toBe('help')

    const edit = { messageId: first.question.id, clientId: crypto.randomUUID(), content: distress }
    const { data: edited } = await browser.call('chat.edit', edit)
    expect((await replyTo(browser, edited)).message.origin).toBe('help')
    expect(await listMessages(browser, conversationId)).toHaveLength(2)
  })

  test('gets help beyond the rate limit and counts towards no limit', async () => {
    const { browser, conversationId, send } = await openConversation(app, agentId)
    await replyTo(browser, await send(distress))
    const counted = () => app.db.selectFrom('rate_limit').where('key', 'like', 'chat_send:%').selectAll().execute()
    const id = await idOf(browser)
    expect((await counted()).filter(({ key }) => key.endsWith(id))).toEqual([])
    const nothing = () => browser.call('chat.retry', { messageId: crypto.randomUUID() })
    await Promise.all(Array.from({ length: 25 }, nothing))
    const question = { conversationId, clientId: crypto.randomUUID(), content: 'What is an engine?' }
    expect(await browser.call('chat.send', question)).toMatchObject({ status: 429 })
    expect((await replyTo(browser, await send(distress))).message.origin).toBe('help')
  })

  test('is stored once, with one help text, when it is sent twice under the same id', async () => {
    const { browser, conversationId, send } = await openConversation(app, agentId)
    const clientId = crypto.randomUUID()
    const [one, two] = await Promise.all([send(distress, clientId), send(distress, clientId)])
    await replyTo(browser, one)
    const late = await send(distress, clientId)
    expect(new Set([one, two, late].map(({ reply }) => reply.id)).size).toBe(1)
    expect(await listMessages(browser, conversationId)).toMatchObject([{ role: 'user' }, { origin: 'help' }])
  })
})

test('after help, every message stays with the person until the subject clearly changes', async () => {
  const { browser, send } = await openConversation(withoutModel, agentId)
  await replyTo(browser, await send('quero morrer'))
  await useTokens(withoutModel, browser, 10_000)
  const answers: [string, RegExp][] = [
    ['?', /^Que bom que você continuou escrevendo/],
    ['eles não atendem', /^Acontece, quase sempre à noite.*188.*112|192/s],
    ['pra que ligar?', /^Porque essa dor estreita tudo/],
    ['não quero', /^Não é obrigação/],
    ['sei lá', /^Você não precisa explicar direito|^Talvez eu não tenha entendido/],
  ]
  for (const [text, expected] of answers) {
    const { message } = await replyTo(browser, await send(text))
    expect(message).toMatchObject({ origin: 'help', help: 'suicide', content: expect.stringMatching(expected) })
  }
  const { message: again } = await replyTo(browser, await send('eu vou me matar agora'))
  expect(again).toMatchObject({ origin: 'help', content: expect.stringMatching(/^Li o que você escreveu.*192/s) })
  await useTokens(withoutModel, browser, 0)
  expect((await replyTo(browser, await send('Quem foi Babbage?'))).message.origin).not.toBe('help')
  // a question about the call still finds its answer, and any other message does not
  expect((await replyTo(browser, await send('ninguém atende'))).message).toMatchObject({ origin: 'help', help: 'suicide' })
})

test('a user who says that it was a song ends the state, and the persona replies next', async () => {
  const { browser, send } = await openConversation(withoutModel, agentId)
  await replyTo(browser, await send(distress))
  expect((await replyTo(browser, await send('it was a line from a song'))).message).toMatchObject({
    origin: 'help',
    help: 'over',
  })
  expect((await replyTo(browser, await send('What is a loom?'))).message.origin).not.toBe('help')
})

test('“This was not about me” brings the persona’s reply, ends the hints of this conversation, and never silences certain help', async () => {
  const { browser, conversationId, send } = await openConversation(withoutModel, agentId)
  expect((await replyTo(browser, await send(unsure))).message).toMatchObject({ origin: 'offline', help: 'suicide' })
  const { message: help } = await replyTo(browser, await send(distress))
  const { data } = await browser.call('chat.notAboutMe', { messageId: help.id })
  expect((await replyTo(browser, data)).message.origin).toBe('offline')
  expect(await listMessages(browser, conversationId)).toMatchObject([
    { content: unsure },
    { help: 'suicide' },
    { content: distress },
    { origin: 'offline' },
  ])
  const { message: later } = await replyTo(browser, await send(unsure))
  expect(later.origin).toBe('offline')
  expect(later.help).toBeUndefined()
  expect((await replyTo(browser, await send(distress))).message.origin).toBe('help')
  // a conversation of its own is asked again
  const other = await openConversation(withoutModel, agentId)
  expect((await replyTo(other.browser, await other.send(unsure))).message).toMatchObject({ help: 'suicide' })
})

test('after a hint or a joke that was none, what would only be possible is certain, and questions about a call are answered', async () => {
  const { browser, send } = await openConversation(withoutModel, agentId)
  await replyTo(browser, await send(unsure))
  expect((await replyTo(browser, await send('nobody would care'))).message).toMatchObject({ origin: 'help', help: 'suicide' })
  expect((await replyTo(browser, await send('i was joking'))).message.help).toBe('over')
  expect((await replyTo(browser, await send('actually it wasnt a joke'))).message).toMatchObject({
    origin: 'help',
    content: expect.stringMatching(/^I read what you wrote/),
  })
})

test('help for someone else speaks of that person', async () => {
  const { browser, send } = await openConversation(withoutModel, agentId)
  const { message } = await replyTo(browser, await send('my friend says she is going to kill herself tonight'))
  expect(message).toMatchObject({ origin: 'help', help: 'suicide', content: expect.stringMatching(/someone else.*988/s) })
  expect((await replyTo(browser, await send('what do i say?'))).message.content).toMatch(/Ask directly and calmly/)
})

test('in the state, what a message asks is answered first, however sad it is', async () => {
  const { browser, send } = await openConversation(withoutModel, agentId)
  await replyTo(browser, await send('my boyfriend raped me'))
  const answers: [string, RegExp][] = [
    ['nobody would believe me', /^It is enough/],
    ['i dont want my mum to know', /^What you say to a helpline/],
    ['could i be pregnant', /^Emergency contraception/],
    ['where can i go', /^Somewhere with people/],
  ]
  for (const [text, expected] of answers) expect((await replyTo(browser, await send(text))).message.content).toMatch(expected)
})

test('“This was not about me” that cannot bring a reply declines nothing', async () => {
  const { browser, send } = await openConversation(withModel, agentId)
  const { message: help } = await replyTo(browser, await send(distress))
  await send('nobody answers')
  // the help is no longer the last message
  expect(await browser.call('chat.notAboutMe', { messageId: help.id })).toMatchObject({ data: { error: 'not_last' } })
  const { rows } =
    await sql`select from chat_conversation where help_declined_at is not null and user_id = ${await idOf(browser)}`.execute(
      withModel.db,
    )
  expect(rows).toHaveLength(0)
})

test('another user cannot take help away', async () => {
  const { browser, send } = await openConversation(withoutModel, agentId)
  const { message: help } = await replyTo(browser, await send(distress))
  const otherUser = await person(withoutModel)
  expect(await otherUser.call('chat.notAboutMe', { messageId: help.id })).toMatchObject({ status: 404 })
})

test('help has the numbers of the region that the browser names', async () => {
  const { browser, conversationId } = await openConversation(withoutModel, agentId)
  const message = { conversationId, clientId: crypto.randomUUID(), content: distress }
  const { data } = await browser.call('chat.send', message, { 'accept-language': 'en-IE,en;q=0.8' })
  const { content } = (data as SendResult & { error: null }).reply
  expect(content).toMatch(/Pieta.*1800 247 247.*text HELP to 51444/s)
  expect(content).not.toMatch(/988|Shout/)
})

test('a model sees an exchange that got help with a marker, and its instructions tell of it', async () => {
  const { browser, conversationId } = await openConversation(withModel, agentId)
  const send = sender(browser, conversationId)
  await replyTo(browser, await send('What is an engine?'))
  const callsBefore = model.calls.length
  await replyTo(browser, await send(distress))
  await replyTo(browser, await send('i am still here'))
  expect(model.calls).toHaveLength(callsBefore)
  await replyTo(browser, await send('Who was Babbage?'))
  const [instructions, ...messages] = model.calls.at(-1)?.request.messages ?? []
  expect(instructions?.content).toContain('Earlier in this conversation the person seemed to be in distress')
  expect(messages.map(({ content }) => content)).toEqual([
    'What is an engine?',
    expect.any(String),
    distress,
    expect.stringContaining('[Here the page showed helplines'),
    'i am still here',
    expect.stringContaining('[Here the page showed helplines'),
    'Who was Babbage?',
  ])
  const other = await openConversation(withModel, agentId)
  await replyTo(other.browser, await other.send(unsure))
  expect(model.calls.at(-1)?.request.messages[0]?.content).toContain('The last message may come from a person in distress')
})

const writing = () => {
  const { pieces, give } = gate()
  model.queue.push({ kind: 'text', pieces })
  give('The engine', ' weaves')
}

test('returns help at once during a running reply and stops that reply, also for edits and retries', async () => {
  const { browser, conversationId, send } = await openConversation(withModel, agentId)
  writing()
  const { question, reply } = await send()
  await follow(browser, reply.id, { enough: ({ text }) => text !== '' })
  const answer = await send(distress)
  // the response itself contains the help
  expect(answer.reply).toMatchObject({ origin: 'help', status: 'done', content: expect.stringMatching(/988/), tokens: null })
  const { end } = await follow(browser, reply.id)
  expect(end?.message).toMatchObject({ status: 'stopped', content: 'The engine weaves' })
  expect(await listMessages(browser, conversationId)).toMatchObject([
    { content: 'What is an engine?' },
    { status: 'stopped' },
    { content: distress },
    { origin: 'help', status: 'done' },
  ])
  expect(await browser.call('chat.conversation', { id: conversationId, language: 'en' })).toMatchObject({
    data: { running: null },
  })

  writing()
  const later = await send('What is a loom?')
  await follow(browser, later.reply.id, { enough: ({ text }) => text !== '' })
  const edit = { messageId: question.id, clientId: crypto.randomUUID(), content: distress }
  const { data: edited } = await browser.call('chat.edit', edit)
  expect(edited).toMatchObject({ error: null, reply: { origin: 'help', status: 'done' } })
  await follow(browser, later.reply.id)
  expect(await listMessages(browser, conversationId)).toMatchObject([{ content: distress }, { origin: 'help' }])
  const { data: again } = await browser.call('chat.retry', { messageId: (edited as SendResult & { error: null }).reply.id })
  expect(again).toMatchObject({ error: null, reply: { origin: 'help', status: 'done' } })
  expect(await listMessages(browser, conversationId)).toHaveLength(2)
  expect((await replyTo(browser, await send('Who was Babbage?'))).message.origin).toBe('model')
})

test('returns help even when the user has three running replies', async () => {
  const browser = await person(withModel)
  const startConversation = async (agent: string) => {
    const { data } = await browser.call('chat.start', { agentId: agent })
    return sender(browser, (data as { conversation: { id: string } }).conversation.id)
  }
  const [one, two, three, four] = await Promise.all(
    Array.from({ length: 4 }, async () => startConversation(await makeAgent(withModel.db))),
  )
  for (const send of [one, two, three]) {
    writing()
    const { reply } = (await send?.()) ?? {}
    await follow(browser, reply?.id ?? '', { enough: ({ text }) => text !== '' })
  }
  await expect(four?.()).rejects.toThrow('too_many_requests')
  expect((await four?.(distress))?.reply.origin).toBe('help')
})

test('does not rate-limit help: a hundred messages, edits and retries in a minute all get it', async () => {
  const { browser, conversationId, send } = await openConversation(withoutModel, agentId)
  const first = await send(distress)
  for (let sent = 1; sent < 80; sent += 1) expect((await send(distress)).reply.origin).toBe('help')
  const edit = { messageId: first.question.id, clientId: crypto.randomUUID(), content: distress }
  const { data: edited } = await browser.call('chat.edit', edit)
  expect(edited).toMatchObject({ reply: { origin: 'help' } })
  for (let tries = 0; tries < 20; tries += 1) {
    const [, reply] = await listMessages(browser, conversationId)
    const { data: again } = await browser.call('chat.retry', { messageId: reply?.id })
    expect(again).toMatchObject({ reply: { origin: 'help' } })
  }
  const id = await idOf(browser)
  const counted = await withoutModel.db.selectFrom('rate_limit').where('key', 'like', `%${id}`).select('key').execute()
  expect(counted.map(({ key }) => key.split(':')[0])).toEqual(['chat'])
  expect(withoutModel.logged()).not.toContain(distress)
})

test('returns 404 for distress in another user’s or a deleted conversation', async () => {
  const { browser, conversationId } = await openConversation(withoutModel, agentId)
  const otherUser = await person(withoutModel)
  const message = () => ({ conversationId, clientId: crypto.randomUUID(), content: distress })
  expect(await otherUser.call('chat.send', message())).toMatchObject({ status: 404 })
  await browser.call('chat.remove', { id: conversationId })
  expect(await browser.call('chat.send', message())).toMatchObject({ status: 404 })
})
