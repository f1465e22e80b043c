import { startModelServer, words } from '@duo/platform/testing/servers/model-server.ts'
import { type Browser, follow, makeAgent, person } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'
import { monthOf, PLANS } from '#billing/rules.ts'
import type { SendResult } from '../../schema.ts'

const answer = { kind: 'text' as const, pieces: words('An engine weaves patterns.'), first: 300 }
const model = await startModelServer({ usual: ({ max_tokens = 0 }) => ({ ...answer, tokens: max_tokens }) })
const app = await testApp({ CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' })
afterAll(async () => {
  await app.close()
  await model.close()
})

const limit = Number(PLANS.free.tokensPerMonth)

async function memberWith(tokensLeft: number) {
  const browser = await person(app)
  const { data } = await browser.call('auth.account')
  const { email } = (data as { user: { email: string } }).user
  const { id } = await app.db.selectFrom('auth_user').where('email', '=', email).select('id').executeTakeFirstOrThrow()
  const usage = { user_id: id, month: monthOf(new Date()), tokens: limit - tokensLeft }
  await app.db.insertInto('billing_usage').values(usage).execute()
  const used = async () => {
    const row = app.db.selectFrom('billing_usage').where('user_id', '=', id).select('tokens')
    return (await row.executeTakeFirstOrThrow()).tokens
  }
  return { browser, used }
}

async function sendInNewConversation(browser: Browser) {
  const started = await browser.call('chat.start', { agentId: await makeAgent(app.db) })
  const { id: conversationId } = (started.data as { conversation: { id: string } }).conversation
  return () => browser.call('chat.send', { conversationId, clientId: crypto.randomUUID(), content: 'What is an engine?' })
}

test('concurrent replies share what the plan has left: the model gets no more, and a question without tokens waits', async () => {
  const { browser, used } = await memberWith(1_300)
  const sends = [await sendInNewConversation(browser), await sendInNewConversation(browser), await sendInNewConversation(browser)]
  const calls = model.calls.length
  const answers = await Promise.all(sends.map((send) => send()))
  const accepted = answers.flatMap(({ data }) => {
    const sent = data as SendResult | undefined
    return sent?.error === null ? [sent.reply.id] : []
  })
  expect(accepted).toHaveLength(2)
  expect(answers.filter(({ code }) => code === 'too_many_requests')).toHaveLength(1)
  for (const id of accepted) expect((await follow(browser, id)).end?.message).toMatchObject({ status: 'done', origin: 'model' })
  const granted = model.calls.slice(calls).map(({ request }) => request.max_tokens ?? 0)
  expect(granted).toHaveLength(2)
  expect(granted.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(1_300)
  expect(await used()).toBeLessThanOrEqual(limit)
  expect(await app.db.selectFrom('chat_run').select('reply_id').execute()).toEqual([])
})

test('an ended reply gives its unused tokens back', async () => {
  const { browser } = await memberWith(1_300)
  const first = await sendInNewConversation(browser)
  const second = await sendInNewConversation(browser)
  model.queue.push({ ...answer, tokens: 10 })
  const { data } = await first()
  await follow(browser, (data as SendResult & { error: null }).reply.id)
  const calls = model.calls.length
  const again = (await second()).data as SendResult & { error: null }
  await follow(browser, again.reply.id)
  expect(model.calls[calls]?.request.max_tokens).toBe(1_024)
})
