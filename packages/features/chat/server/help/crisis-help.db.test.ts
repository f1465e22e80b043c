import { testDatabase } from '@duo/db/testing.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { type Browser, follow, gate, makeAgent, person, sender, shown, talking } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { SendAnswer } from '../../../server.ts'

const model = await startModelServer()
const database = await testDatabase()
const withModel = await testApp({ CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' }, database)
const embedded = await testApp({ CONFIRM_EMAIL: 'off' }, database)
const agentId = await makeAgent(withModel.db)
afterAll(async () => {
  await Promise.all([withModel.close(), embedded.close()])
  await model.close()
})
type App = typeof withModel

const distress = 'I cut myself last night and I want to die'

const idOf = async (browser: Browser) => {
  const { data } = await browser.call('auth.session')
  return (data as { user: { id: string } }).user.id
}

/** Lets a person have used this many tokens in this month. */
async function useTokens({ db }: App, browser: Browser, tokens: number): Promise<void> {
  const [user_id, month] = [await idOf(browser), `${new Date().toISOString().slice(0, 7)}-01`]
  await db
    .insertInto('billing_usage')
    .values({ user_id, month, tokens })
    .onConflict((at) => at.columns(['user_id', 'month']).doUpdateSet({ tokens }))
    .execute()
}

/** What a question got: its reply, as its stream ends. */
const replyTo = async (browser: Browser, answer: unknown) => {
  const { end } = await follow(browser, (answer as SendAnswer & { error: null }).reply.id)
  if (!end) throw new Error('the reply did not end')
  return end
}

describe.each([
  ['a configured model', withModel],
  ['the embedded engine', embedded],
] as const)('with %s, a message of distress', (_, app) => {
  test.each([
    [distress, /988.*116 123.*findahelpline\.com/s],
    ['my husband hits me', /1-800-799-7233.*0808 2000 247.*findahelpline\.com/s],
    ['i took too many pills', /911.*999.*findahelpline\.com/s],
    ['não aguento mais viver', /188.*808 24 24 24.*213 544 545.*findahelpline\.com/s],
    ['meu marido me bate', /180.*190.*116 006.*findahelpline\.com/s],
    ['tomei muitos comprimidos', /192.*190.*112.*findahelpline\.com/s],
  ])('“%s” gets the help text, which costs nothing, asks no model and leaves no trace in the log', async (text, numbers) => {
    const { browser, conversationId, send } = await talking(app, agentId)
    const asked = model.calls.length
    const { message, usage } = await replyTo(browser, await send(text))
    expect(message).toMatchObject({ origin: 'help', status: 'done', problem: null, tokens: null, sources: [] })
    expect(message.content).toMatch(numbers)
    expect(usage.used).toBe(0)
    expect(model.calls).toHaveLength(asked)
    expect(app.logged()).not.toContain(text)
    expect(app.logged()).not.toContain(message.content.slice(0, 40))
    // the conversation stays open
    expect(await shown(browser, conversationId)).toHaveLength(2)
    expect((await replyTo(browser, await send('What is an engine?'))).message.origin).not.toBe('help')
  })

  test('gets help where the month’s tokens are used up, in a new message, in an edited one and on a retry', async () => {
    const { browser, conversationId, send } = await talking(app, agentId)
    const first = await send('What is an engine?')
    await replyTo(browser, first)
    await useTokens(app, browser, 10_000)
    const other = { conversationId, clientId: crypto.randomUUID(), content: 'And a loom?' }
    expect(await browser.call('chat.send', other)).toMatchObject({ data: { error: 'limit_reached' } })

    const { message, usage } = await replyTo(browser, await send(distress))
    expect(message.origin).toBe('help')
    expect(usage.used).toBe(10_000)
    const { data: again } = await browser.call('chat.retry', { messageId: message.id })
    expect((await replyTo(browser, again)).message.origin).toBe('help')

    const edit = { messageId: first.question.id, clientId: crypto.randomUUID(), content: distress }
    const { data: edited } = await browser.call('chat.edit', edit)
    expect((await replyTo(browser, edited)).message.origin).toBe('help')
    expect(await shown(browser, conversationId)).toHaveLength(2)
  })

  test('gets help where as much was sent as one may in a minute, and counts towards no limit', async () => {
    const { browser, conversationId, send } = await talking(app, agentId)
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

  test('sent twice under one id is stored once, with one help text', async () => {
    const { browser, conversationId, send } = await talking(app, agentId)
    const clientId = crypto.randomUUID()
    const [one, two] = await Promise.all([send(distress, clientId), send(distress, clientId)])
    await replyTo(browser, one)
    const late = await send(distress, clientId)
    expect(new Set([one, two, late].map(({ reply }) => reply.id)).size).toBe(1)
    expect(await shown(browser, conversationId)).toMatchObject([{ role: 'user' }, { origin: 'help' }])
  })
})

test('who writes on without a question is not sent back to the persona’s topics; a question is answered again', async () => {
  const { browser, send } = await talking(embedded, agentId)
  await replyTo(browser, await send('quero morrer'))
  const { message: after } = await replyTo(browser, await send('eles não atendem'))
  expect(after).toMatchObject({ origin: 'help', content: expect.stringMatching(/^Obrigado por continuar escrevendo/) })
  await useTokens(embedded, browser, 10_000)
  const { message: later } = await replyTo(browser, await send('ok'))
  expect(later).toMatchObject({ origin: 'help', content: expect.stringMatching(/^Continuo aqui/) })
  await useTokens(embedded, browser, 0)
  expect((await replyTo(browser, await send('Quem foi Babbage?'))).message.origin).not.toBe('help')
})

test('a model is sent nothing of what was said in distress, also later', async () => {
  const { browser, conversationId } = await talking(withModel, agentId)
  const send = sender(browser, conversationId)
  await replyTo(browser, await send('What is an engine?'))
  await replyTo(browser, await send(distress))
  await replyTo(browser, await send('i am still here'))
  const asked = model.calls.length
  await replyTo(browser, await send('Who was Babbage?'))
  expect(model.calls).toHaveLength(asked + 1)
  const sent = JSON.stringify(model.calls.at(-1)?.request.messages)
  expect(sent).toContain('What is an engine?')
  for (const kept of [distress, 'i am still here', '988', 'stepping out of my role']) expect(sent).not.toContain(kept)
})

/** A model that begins to answer and goes on until it is stopped. */
const writing = () => {
  const { pieces, give } = gate()
  model.queue.push({ kind: 'text', pieces })
  give('The engine', ' weaves')
}

test('while another reply is written, help comes at once and that reply is stopped, also as an edit and on a retry', async () => {
  const { browser, conversationId, send } = await talking(withModel, agentId)
  writing()
  const { question, reply } = await send()
  await follow(browser, reply.id, { enough: ({ text }) => text !== '' })
  const answer = await send(distress)
  // nothing to wait for: the help is in the answer itself
  expect(answer.reply).toMatchObject({ origin: 'help', status: 'done', content: expect.stringMatching(/988/), tokens: null })
  const { end } = await follow(browser, reply.id)
  expect(end?.message).toMatchObject({ status: 'stopped', content: 'The engine weaves' })
  expect(await shown(browser, conversationId)).toMatchObject([
    { content: 'What is an engine?' },
    { status: 'stopped' },
    { content: distress },
    { origin: 'help', status: 'done' },
  ])
  expect(await browser.call('chat.conversation', { id: conversationId, language: 'en' })).toMatchObject({
    data: { running: null },
  })

  writing()
  const later = await send('And a loom?')
  await follow(browser, later.reply.id, { enough: ({ text }) => text !== '' })
  const edit = { messageId: question.id, clientId: crypto.randomUUID(), content: distress }
  const { data: edited } = await browser.call('chat.edit', edit)
  expect(edited).toMatchObject({ error: null, reply: { origin: 'help', status: 'done' } })
  await follow(browser, later.reply.id)
  expect(await shown(browser, conversationId)).toMatchObject([{ content: distress }, { origin: 'help' }])
  const { data: again } = await browser.call('chat.retry', { messageId: (edited as SendAnswer & { error: null }).reply.id })
  expect(again).toMatchObject({ error: null, reply: { origin: 'help', status: 'done' } })
  expect(await shown(browser, conversationId)).toHaveLength(2)
  expect((await replyTo(browser, await send('Who was Babbage?'))).message.origin).toBe('model')
})

test('while three replies are written for a person elsewhere, help comes as a fourth', async () => {
  const browser = await person(withModel)
  const talk = async (agent: string) => {
    const { data } = await browser.call('chat.start', { agentId: agent })
    return sender(browser, (data as { conversation: { id: string } }).conversation.id)
  }
  const [one, two, three, four] = await Promise.all(Array.from({ length: 4 }, async () => talk(await makeAgent(withModel.db))))
  for (const send of [one, two, three]) {
    writing()
    const { reply } = (await send?.()) ?? {}
    await follow(browser, reply?.id ?? '', { enough: ({ text }) => text !== '' })
  }
  await expect(four?.()).rejects.toThrow('too_many_requests')
  expect((await four?.(distress))?.reply.origin).toBe('help')
})

test('help has no limit of its own: a hundred messages in a minute get it, new, edited and asked for again', async () => {
  const { browser, conversationId, send } = await talking(embedded, agentId)
  const first = await send(distress)
  for (let sent = 1; sent < 80; sent += 1) expect((await send(distress)).reply.origin).toBe('help')
  const edit = { messageId: first.question.id, clientId: crypto.randomUUID(), content: distress }
  const { data: edited } = await browser.call('chat.edit', edit)
  expect(edited).toMatchObject({ reply: { origin: 'help' } })
  for (let tries = 0; tries < 20; tries += 1) {
    const [, reply] = await shown(browser, conversationId)
    const { data: again } = await browser.call('chat.retry', { messageId: reply?.id })
    expect(again).toMatchObject({ reply: { origin: 'help' } })
  }
  const id = await idOf(browser)
  const counted = await embedded.db.selectFrom('rate_limit').where('key', 'like', `%${id}`).select('key').execute()
  // reading is counted, as always; help is not
  expect(counted.map(({ key }) => key.split(':')[0])).toEqual(['chat'])
  expect(embedded.logged()).not.toContain(distress)
})

test('help in another person’s conversation, or in one that was removed, is not found', async () => {
  const { browser, conversationId } = await talking(embedded, agentId)
  const stranger = await person(embedded)
  const message = () => ({ conversationId, clientId: crypto.randomUUID(), content: distress })
  expect(await stranger.call('chat.send', message())).toMatchObject({ status: 404 })
  await browser.call('chat.remove', { id: conversationId })
  expect(await browser.call('chat.send', message())).toMatchObject({ status: 404 })
})
