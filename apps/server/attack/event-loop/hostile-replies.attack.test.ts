import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startConversation } from '../conversations.ts'
import { makePerson } from '../people.ts'
import { isChosen, noteAttack } from '../seed.ts'
import { startSite } from '../site.ts'
import { hostileReplies } from './hostile-replies.ts'
import { maxDelay, measureLoop } from './measured-site.ts'

/** Replies that take a parser long block neither the page that shows them nor any other request. */
const replyTo = new Map<string, string>()
const model = await startModelServer({
  usual: ({ messages }) => ({ kind: 'text', pieces: [replyTo.get(messages.at(-1)?.content ?? '') ?? 'An engine.'] }),
})
afterAll(model.close)
const loop = await measureLoop()
const site = await startSite({ settings: { AI_BASE_URL: model.url, AI_MODEL: 'local', ...loop.settings } })
const { db } = site.database
const agent = await db.selectFrom('marketplace_agent').select('id').executeTakeFirstOrThrow()
const person = await makePerson(db)

/** Stores replies as a server of before would have: without HTML. */
async function conversationOf(replies: readonly string[]) {
  const { browser, conversationId } = await startConversation(site.url, person, agent.id)
  await sql`
    with question as (
      insert into chat_message (id, conversation_id, seq, role, status, content, client_id)
      select gen_random_uuid(), ${conversationId}, 10 + 2 * n, 'user', 'done', 'And?', gen_random_uuid() from generate_series(1, ${replies.length}) as n
      returning id, seq
    )
    insert into chat_message (id, conversation_id, seq, role, status, origin, content, question_id)
    select gen_random_uuid(), ${conversationId}, question.seq + 1, 'assistant', 'done', 'model', reply.text, question.id
    from question join unnest(${replies}::text[]) with ordinality as reply (text, n) on question.seq = 10 + 2 * reply.n`.execute(
    db,
  )
  const { data } = await browser.call('chat.share', { id: conversationId })
  return { browser, conversationId, token: (data as { token: string }).token }
}

const forgetHtml = () => sql`truncate chat_reply_html`.execute(db)

const pages = Array.from({ length: Math.ceil(hostileReplies.length / 10) }, (_, at) =>
  hostileReplies.slice(10 * at, 10 * at + 10),
)
const chosen = pages.map((replies, at) => [at + 1, replies] as const).filter(([at]) => isChosen(`page ${at}`, 3))
let longest = 0

test.each(chosen)('ten hostile replies on a page (%i), rendered by its first view and stored', async (_at, replies) => {
  const { browser, conversationId, token } = await conversationOf(replies)
  const shared = async () => expect((await fetch(`${site.url}/shared/${token}`)).status).toBe(200)
  const own = async () => expect((await browser.request(`/chat/${conversationId}`)).status).toBe(200)
  for (const view of [shared, own]) {
    await view()
    const stored = await loop.blockedBy(async () => {
      await site.forgetLimits()
      await view()
    })
    const first = await loop.blockedBy(async () => {
      await site.forgetLimits()
      await forgetHtml()
      await view()
    })
    longest = Math.max(longest, stored, first)
    expect(Math.max(stored, first)).toBeLessThanOrEqual(maxDelay)
  }
})

test.each(hostileReplies.map((reply, at) => [at + 1, reply] as const).filter(([at]) => isChosen(`reply ${at}`, 10)))(
  'a hostile reply (%i) of the model, while it streams and when it ends',
  async (at, reply) => {
    const question = `Question ${at}?`
    replyTo.set(question, reply)
    await site.forgetLimits()
    const delay = await loop.blockedBy(() => startConversation(site.url, person, agent.id, question))
    longest = Math.max(longest, delay)
    expect(delay).toBeLessThanOrEqual(maxDelay)
  },
)

test('no request is logged as an error', () => {
  expect(site.failures().slice(0, 5)).toEqual([])
  noteAttack(`${chosen.length} of ${pages.length} pages of hostile replies, the longest block: ${longest.toFixed(1)} ms`)
})
