import { ourTables } from '@duo/platform/server/backup/catalog.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { testBrowser } from '@duo/server/testing/accounts.ts'
import { follow, openConversation, twoChatServers } from '@duo/server/testing/chat.ts'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { maxPageLength } from '../../rules.ts'
import type { MessagesResult, SharedResult } from '../../schema.ts'
import { rendererVersion } from './renderer-version.ts'

const reply = '**Engines** weave.'
const model = await startModelServer({ usual: () => ({ kind: 'text', pieces: [reply] }) })
const { app, agentId, close } = await twoChatServers(model)
const { db } = app
afterAll(close)

async function talked() {
  const conversation = await openConversation(app, agentId)
  const { reply } = await conversation.send()
  await follow(conversation.browser, reply.id)
  const input = { conversationId: conversation.conversationId, cursor: null }
  const messages = async (rendered = true) => {
    const { data } = await conversation.browser.call('chat.messages', { ...input, rendered })
    return data as MessagesResult
  }
  const setText = (text: string) => sql`update chat_message set content = ${text} where id = ${reply.id}`.execute(db)
  return { ...conversation, replyId: reply.id, messages, setText }
}

const stored = (id: string) => db.selectFrom('chat_reply_html').where('reply_id', '=', id).selectAll().executeTakeFirst()
const rendered = (id: string) => vi.waitFor(async () => (await stored(id)) ?? Promise.reject(new Error('not rendered')), 10_000)
const forget = (id: string) => db.deleteFrom('chat_reply_html').where('reply_id', '=', id).execute()
const html = '<p><strong>Engines</strong> weave.</p>'

test('a reply is rendered once, when it ends, and pages get that HTML', async () => {
  const { replyId, messages } = await talked()
  expect(await rendered(replyId)).toEqual({ reply_id: replyId, renderer: rendererVersion, html })
  // not what the text says: the page must not render it again
  await db.updateTable('chat_reply_html').set({ html: '<p>stored</p>' }).where('reply_id', '=', replyId).execute()
  expect((await messages()).messages.map((message) => message.html)).toEqual([null, '<p>stored</p>'])
  expect((await messages(false)).messages.every((message) => !('html' in message))).toBe(true)
})

test('replies of before, and those of an earlier renderer, are rendered by the first view', async () => {
  const { replyId, messages, browser, conversationId } = await talked()
  await rendered(replyId)
  await forget(replyId)
  expect((await messages()).messages.at(-1)?.html).toBe(html)
  await db.updateTable('chat_reply_html').set({ html: '<p>old</p>', renderer: 0 }).where('reply_id', '=', replyId).execute()
  const { token } = (await browser.call('chat.share', { id: conversationId })).data as { token: string }
  const shared = await testBrowser(app.url).call('chat.shared', { token, language: 'en' })
  expect((shared.data as SharedResult).pairs).toMatchObject([{ answer: reply, html }])
  expect(await stored(replyId)).toMatchObject({ renderer: rendererVersion, html })
})

test('a text beyond the limits is stored as plain text', async () => {
  const { replyId, messages, setText } = await talked()
  await rendered(replyId)
  await setText('>'.repeat(4_000))
  await forget(replyId)
  expect((await messages()).messages.at(-1)?.html).toBeNull()
  expect(await stored(replyId)).toMatchObject({ html: null })
})

test('a renderer that misses its deadline costs one view its formatting, and nothing else', async () => {
  const { replyId, messages } = await talked()
  await rendered(replyId)
  await forget(replyId)
  const late = Promise.withResolvers<string>()
  const hung = vi.spyOn(app.appContext.replyRenderer, 'render').mockReturnValue(late.promise)
  const started = performance.now()
  expect((await messages()).messages.at(-1)).toMatchObject({ content: reply, html: null })
  expect(performance.now() - started).toBeLessThan(2_500)
  hung.mockRestore()
  // it goes on in the background, and the next view finds it stored
  late.resolve('<p>late</p>')
  expect(await rendered(replyId)).toMatchObject({ html: '<p>late</p>' })
  expect((await messages()).messages.at(-1)?.html).toBe('<p>late</p>')
})

test('deleting a reply deletes its HTML, and a backup leaves all HTML out', async () => {
  const { replyId, conversationId } = await talked()
  await rendered(replyId)
  expect((await ourTables(db)).map(({ name }) => name)).not.toContain('chat_reply_html')
  await db.deleteFrom('chat_conversation').where('id', '=', conversationId).execute()
  expect(await stored(replyId)).toBeUndefined()
})

/** Makes a conversation of `count` questions and long replies. */
async function longConversation(count: number, length: number) {
  const conversation = await talked()
  await sql`
    with question as (
      insert into chat_message (id, conversation_id, seq, role, status, content, client_id)
      select gen_random_uuid(), ${conversation.conversationId}, 10 + 2 * n, 'user', 'done', 'And?', gen_random_uuid() from generate_series(1, ${count}) as n
      returning id, seq
    )
    insert into chat_message (id, conversation_id, seq, role, status, origin, content, question_id)
    select gen_random_uuid(), ${conversation.conversationId}, question.seq + 1, 'assistant', 'done', 'model', repeat('word ', ${length / 5}::integer), question.id
    from question`.execute(db)
  return conversation
}

test('a page ends before its messages become too long, and the next page goes on', async () => {
  const { conversationId, browser } = await longConversation(20, 20_000)
  const seen: number[] = []
  for (let cursor: string | null = null; ; ) {
    const { data } = await browser.call('chat.messages', { conversationId, cursor })
    const page = data as MessagesResult
    expect(page.messages.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(maxPageLength)
    seen.unshift(...page.messages.map(({ seq }) => seq))
    cursor = page.before
    if (cursor === null) break
  }
  expect(seen).toHaveLength(42)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

test('a shared page shows the newest replies that fit, and says that it is cut', async () => {
  const { conversationId, browser } = await longConversation(20, 20_000)
  const { token } = (await browser.call('chat.share', { id: conversationId })).data as { token: string }
  const shared = (await testBrowser(app.url).call('chat.shared', { token, language: 'en' })).data as SharedResult
  expect(shared.isCut).toBe(true)
  expect(shared.pairs).toHaveLength(5)
})
