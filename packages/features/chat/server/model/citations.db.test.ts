import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { faults, startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { root } from '@duo/server/config/paths.ts'
import { type Browser, follow, listMessages, makeAgent, openConversation } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { seedBundledAgents } from '#marketplace/server/import/seed-agents.ts'

const model = await startModelServer()
const database = await testDatabase()
const settings = { CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' }
const app = await testApp(settings, database)
const withoutModel = await testApp({ CONFIRM_EMAIL: 'off' }, database)
await seedBundledAgents(database.db, join(root, 'db/seeds/agents'))
const { id: ada } = await database.db
  .selectFrom('marketplace_agent')
  .where('slug', '=', 'ada-lovelace')
  .select('id')
  .executeTakeFirstOrThrow()
afterAll(async () => {
  await Promise.all([app.close(), withoutModel.close()])
  await model.close()
})

const question = 'What could the Analytical Engine do?'

async function ended(browser: Browser, { reply }: { reply: { id: string } }) {
  const { end, text } = await follow(browser, reply.id)
  if (!end) throw new Error('the reply did not end')
  return { ...end, text }
}

const notesInPrompt = () => {
  const instructions = model.calls.at(-1)?.request.messages[0]?.content ?? ''
  const json = /Notes, as JSON: (.*\])(?:\n|$)/s.exec(instructions)?.[1] ?? '[]'
  return JSON.parse(json) as { number: number; title: string; source: string }[]
}

describe('a model’s reply', () => {
  test('keeps the notes it cites, in order, and suggests follow-up questions from the others', async () => {
    const { browser, conversationId, send } = await openConversation(app, ada)
    model.queue.push({ kind: 'text', pieces: ['It weaves [2', '], and adds [1] [99].'], tokens: 9 })
    const { message, text } = await ended(browser, await send(question))
    const [first, second, ...rest] = notesInPrompt()
    expect(rest.length).toBeGreaterThan(0)
    expect(text).toBe('It weaves[1], and adds[2].')
    const sourceOf = (note: typeof first) => ({ title: note?.title, source: note?.source })
    expect(message).toMatchObject({ content: text, sources: [sourceOf(second), sourceOf(first)] })
    expect(message.next.length).toBeGreaterThan(0)
    expect(message.next.length).toBeLessThanOrEqual(3)
    for (const next of message.next) expect(next.length).toBeLessThanOrEqual(120)
    expect([first?.title, second?.title]).not.toEqual(expect.arrayContaining(message.next))
    expect((await listMessages(browser, conversationId)).at(-1)).toEqual(message)
    const { data } = await browser.call('chat.list', { search: '', cursor: null, language: 'en' })
    expect(data).toMatchObject({ conversations: [{ last: 'It weaves, and adds.' }] })
  })

  test('has no sources without citations, and keeps the sources cited before it breaks off', async () => {
    const { browser, send } = await openConversation(app, ada)
    model.queue.push({ kind: 'text', pieces: ['I would rather not say.'] }, { kind: 'cut', pieces: ['It weaves [1], and '] })
    expect((await ended(browser, await send(question))).message).toMatchObject({ status: 'done', sources: [] })
    const { message } = await ended(browser, await send('And what is the Analytical Engine?'))
    expect(message).toMatchObject({ status: 'failed', next: [] })
    expect(message.sources).toHaveLength(1)
  })

  test('does not suggest questions that the user has already asked', async () => {
    const { browser, send } = await openConversation(app, ada)
    const first = await ended(browser, await send(question))
    const [next = ''] = first.message.next
    const second = await ended(browser, await send(next))
    expect(second.message.next).not.toContain(next)
  })

  test('costs at most the remaining monthly tokens, which also limit its length', async () => {
    const agentId = await makeAgent(app.db)
    const { browser, send } = await openConversation(app, agentId)
    const { data } = await browser.call('auth.session')
    const user_id = (data as { user: { id: string } }).user.id
    const month = `${new Date().toISOString().slice(0, 7)}-01`
    const use = (tokens: number) =>
      app.db
        .insertInto('billing_usage')
        .values({ user_id, month, tokens })
        .onConflict((at) => at.columns(['user_id', 'month']).doUpdateSet({ tokens }))
        .execute()
    await use(9_800)
    model.queue.push({ kind: 'text', pieces: ['Short.'], tokens: 500 })
    const { message, usage } = await ended(browser, await send('What?'))
    expect(model.calls.at(-1)?.request.max_tokens).toBe(198)
    expect([message.tokens, usage.used]).toEqual([200, 10_000])
    await use(9_999)
    model.queue.push({ kind: 'text', pieces: ['Short.'], tokens: 60 })
    const last = await ended(browser, await send('And what?'))
    expect(model.calls.at(-1)?.request.max_tokens).toBe(64)
    expect([last.message.tokens, last.usage.used]).toEqual([1, 10_000])
  })
})

describe('a reply from the notes', () => {
  test('numbers its sources in order, right after each quote, and costs no tokens', async () => {
    const { browser, send } = await openConversation(withoutModel, ada)
    const { message, usage } = await ended(browser, await send(question))
    expect(message.origin).toBe('offline')
    expect([message.tokens, usage.used]).toEqual([null, 0])
    expect(message.sources.length).toBeGreaterThan(0)
    const numbers = [...message.content.matchAll(/\[(\d)\]/g)].map(([, number]) => Number(number))
    expect(numbers).toEqual(message.sources.map((_, index) => index + 1))
    expect(message.content).not.toMatch(/(^|\s)\[\d\]|\[\d\]\p{L}/u)
  })

  test('replaces the model’s reply while the circuit breaker is open, is labelled, and is free', async () => {
    const resting = await testApp(settings, database)
    const { browser, send } = await openConversation(resting, ada)
    const quota = faults.quota
    if (!quota) throw new Error('no fault')
    model.queue.length = 0
    model.queue.push(...Array.from({ length: 5 }, () => quota))
    for (let failures = 0; failures < 5; failures += 1) {
      const { message } = await ended(browser, await send(question))
      expect(message).toMatchObject({ origin: 'fallback', problem: 'quota' })
    }
    const callsBefore = model.calls.length
    const { message, usage } = await ended(browser, await send(question))
    expect(message).toMatchObject({ origin: 'offline', problem: 'resting', status: 'done', tokens: null })
    expect(message.sources.length).toBeGreaterThan(0)
    expect(usage.used).toBe(0)
    expect(model.calls).toHaveLength(callsBefore)

    const now = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000)
    onTestFinished(() => later.mockRestore())
    model.queue.push({ kind: 'text', pieces: ['Here again.'] })
    const next = await ended(browser, await send(question))
    expect(next.message).toMatchObject({ origin: 'model', problem: null, content: 'Here again.' })
    await resting.close()
  })
})
