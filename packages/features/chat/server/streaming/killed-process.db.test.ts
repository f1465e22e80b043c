import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventually, testDatabase } from '@duo/db/testing.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { testSecretText } from '@duo/platform/testing/test-keys.ts'
import { onlySettings } from '@duo/server/config/env.ts'
import { testBrowser } from '@duo/server/testing/accounts.ts'
import { follow, gate, listMessages, makeAgent, openConversation, sender } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finalizeOrphanedRuns } from './run-queries.ts'

const model = await startModelServer()
const settings = { CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' }
const database = await testDatabase()
const app = await testApp(settings, database)
const agentId = await makeAgent(database.db)
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await app.close()
  await model.close()
})

async function startChild() {
  const script = join(import.meta.dirname, '../../../../../apps/server/testing/chat-process.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, database.url, app.appContext.publicUrl, testSecretText], {
    env: onlySettings({ ...settings, NODE_ENV: 'test' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: line.toString().trim() }
}

// not in its test, whose limit is far shorter than what a busy machine needs to load the modules
let other: Awaited<ReturnType<typeof startChild>>
beforeAll(async () => {
  other = await startChild()
})

test('the list previews the reply of a dead process without citations, but keeps other brackets', async () => {
  const { browser, conversationId, send } = await openConversation(app, agentId)
  const { reply } = await send()
  await follow(browser, reply.id)
  const { db } = database
  const run = { reply_id: reply.id, conversation_id: conversationId, slot: 1, process_id: crypto.randomUUID() }
  const owner = db.selectFrom('chat_conversation').where('id', '=', conversationId).select('user_id')
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('chat_message').set({ status: 'running', content: '' }).where('id', '=', reply.id).execute()
    await tx
      .insertInto('chat_run')
      .values({ ...run, ...(await owner.executeTakeFirstOrThrow()) })
      .execute()
    await tx.insertInto('chat_chunk').values({ reply_id: reply.id, start: 0, text: 'Looms [1]  weave\nleaves [99].' }).execute()
  })
  await finalizeOrphanedRuns(db)
  const { data } = await browser.call('chat.list', { search: '', cursor: null, language: 'en' })
  expect(data).toMatchObject({ conversations: [{ last: 'Looms weave leaves [99].' }] })
})

test('a killed server leaves an interrupted reply that keeps its text, can be retried, and is stored once', async () => {
  const { child, url } = other
  const { browser, conversationId } = await openConversation(app, agentId)
  const otherBrowser = testBrowser(url)
  for (const [name, value] of browser.cookies) otherBrowser.cookies.set(name, value)
  const { pieces, give } = gate()
  model.queue.push({ kind: 'text', pieces })
  const { question, reply } = await sender(otherBrowser, conversationId)('Will you survive?')
  give('As far ', 'as here')
  const remote = follow(browser, reply.id)
  await eventually(async () =>
    expect((await listMessages(browser, conversationId))[1]).toMatchObject({ content: 'As far as here' }),
  )
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited

  const read = await remote
  const interrupted = { status: 'interrupted', content: 'As far as here', tokens: null }
  expect(read).toMatchObject({ text: 'As far as here', end: { message: interrupted, usage: { used: 0 } } })
  expect(await listMessages(browser, conversationId)).toMatchObject([{ id: question.id }, { id: reply.id, ...interrupted }])
  // the browser repeats the request, because it got no response
  const again = await sender(browser, conversationId)('Will you survive?', question.clientId ?? '')
  expect(again.reply.id).toBe(reply.id)

  model.queue.push({ kind: 'text', pieces: ['I did.'] })
  const { data } = await browser.call('chat.retry', { messageId: reply.id })
  const second = await follow(browser, (data as { reply: { id: string } }).reply.id)
  expect(second.end?.message).toMatchObject({ status: 'done', content: 'I did.' })
  expect((await listMessages(browser, conversationId)).map(({ content }) => content)).toEqual(['Will you survive?', 'I did.'])
})
