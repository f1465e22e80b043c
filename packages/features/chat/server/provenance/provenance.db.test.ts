import { openNote } from '@duo/platform/server/provenance/note-key.ts'
import { listNoteKeys, storeNoteKeys } from '@duo/platform/server/provenance/note-key-store.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { keysFrom } from '@duo/platform/testing/test-keys.ts'
import { testBrowser } from '@duo/server/testing/accounts.ts'
import { follow, openConversation, twoChatServers } from '@duo/server/testing/chat.ts'
import { afterAll, expect, test } from 'vitest'
import type { Message, SharedResult } from '../../schema.ts'
import { digestOf, type NoteClaims } from './claims.ts'
import { markRestoredReplies } from './provenance-queries.ts'
import { fixedTexts } from './sign-reply.ts'
import { signUnsignedReplies } from './sign-unsigned.ts'

const model = await startModelServer()
const { app, agentId, close } = await twoChatServers(model)
afterAll(close)

const keys = async () => {
  const response = await fetch(`${app.url}/.well-known/duo-signing-key.json`)
  expect(response.headers.get('content-type')).toContain('application/json')
  return ((await response.json()) as { keys: Awaited<ReturnType<typeof listNoteKeys>> }).keys
}

async function claimsOf(note: string | undefined): Promise<NoteClaims> {
  const opened = await openNote(note ?? '', await keys())
  if ('fault' in opened) throw new Error(opened.fault)
  return opened.claims as NoteClaims
}

async function talk(content = 'What is an engine?') {
  const conversation = await openConversation(app, agentId)
  const { reply } = await conversation.send(content)
  const { end } = await follow(conversation.browser, reply.id)
  if (!end) throw new Error('the stream did not end')
  return { ...conversation, id: conversation.conversationId, message: end.message }
}

async function listMessages(browser: Awaited<ReturnType<typeof talk>>['browser'], conversationId: string) {
  const { data } = await browser.call('chat.messages', { conversationId, cursor: null })
  return (data as { messages: Message[] }).messages
}

test('the end of a stream, the messages, the shared conversation and the download carry one valid note', async () => {
  const { browser, id, message } = await talk()
  const { hash, slug } = await app.db
    .selectFrom('marketplace_agent')
    .selectAll()
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow()
  expect(await claimsOf(message.provenance)).toEqual({
    iss: app.url,
    sub: message.id,
    iat: expect.any(Number),
    made_at: expect.stringMatching(/^20\d\d-/),
    agent: slug,
    agent_version: hash,
    engine: 'model',
    model: 'local',
    digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    text_sha256: digestOf(message.content),
  })
  const [question, listed] = await listMessages(browser, id)
  expect(question).not.toHaveProperty('provenance')
  expect(listed?.provenance).toBe(message.provenance)
  const { token } = (await browser.call('chat.share', { id })).data as { token: string }
  const shared = (await testBrowser(app.url).call('chat.shared', { token, language: 'en' })).data as SharedResult
  expect(shared.pairs).toMatchObject([{ answer: message.content, origin: 'model', provenance: message.provenance }])
  const { document } = (await browser.call('auth.download')).data as {
    document: { conversations: { messages: { provenance?: string }[] }[] }
  }
  expect(document.conversations[0]?.messages.map(({ provenance }) => provenance)).toEqual([undefined, message.provenance])
})

test('a text that people wrote has no note: crisis help, a fallback, a fixed sentence', async () => {
  const { browser, send } = await openConversation(app, agentId)
  const help = await send('I want to die')
  expect(help.reply).toMatchObject({ origin: 'help' })
  expect(help.reply).not.toHaveProperty('provenance')
  model.queue.push({ kind: 'text', pieces: [] }, { kind: 'text', pieces: [] })
  const { reply } = await send('What is an engine?')
  const { end } = await follow(browser, reply.id)
  expect(end?.message.origin).toBe('fallback')
  expect(end?.message).not.toHaveProperty('provenance')
  await app.db
    .updateTable('chat_message')
    .set({ content: fixedTexts()[0] ?? '', origin: 'model' })
    .where('id', '=', reply.id)
    .execute()
  expect(await signUnsignedReplies(app.db, app.appContext)).toBe(0)
})

test('replies from before notes, and those of a dead process, are signed later and once, without an invented model', async () => {
  const { browser, id, message } = await talk()
  const remove = (origin: 'model' | null) =>
    app.db.updateTable('chat_message').set({ provenance: null, origin }).where('id', '=', message.id).execute()
  await remove('model')
  expect((await listMessages(browser, id))[1]).not.toHaveProperty('provenance')
  expect(await signUnsignedReplies(app.db, app.appContext)).toBe(1)
  const first = (await listMessages(browser, id))[1]?.provenance
  expect(await claimsOf(first)).toMatchObject({ engine: 'model', model: null, agent_version: null, made_at: message.created_at })
  expect(await signUnsignedReplies(app.db, app.appContext)).toBe(0)
  expect((await listMessages(browser, id))[1]?.provenance).toBe(first)
  await remove(null)
  await signUnsignedReplies(app.db, app.appContext)
  expect(await claimsOf((await listMessages(browser, id))[1]?.provenance)).toMatchObject({
    engine: 'unknown',
    digital_source_type: null,
    text_sha256: digestOf(message.content),
  })
})

test('a reply that a restored file brings without a note is not signed, and is given out without one', async () => {
  const { browser, id, message } = await talk()
  const reply = app.db.updateTable('chat_message').where('id', '=', message.id)
  await reply.set({ provenance: null, content: 'An invented reply.' }).execute()
  await app.db.transaction().execute(markRestoredReplies)
  expect(await signUnsignedReplies(app.db, app.appContext)).toBe(0)
  const listed = (await listMessages(browser, id))[1]
  expect(listed?.content).toBe('An invented reply.')
  expect(listed).not.toHaveProperty('provenance')
  const { token } = (await browser.call('chat.share', { id })).data as { token: string }
  const shared = (await testBrowser(app.url).call('chat.shared', { token, language: 'en' })).data as SharedResult
  expect(shared.pairs).toHaveLength(1)
  expect(shared.pairs[0]).not.toHaveProperty('provenance')
  const { document } = (await browser.call('auth.download')).data as { document: object }
  expect(JSON.stringify(document)).toContain('An invented reply.')
  expect(JSON.stringify(document)).not.toContain('"provenance"')
})

test('a published key stays published after its secret was replaced', async () => {
  const before = await listNoteKeys(app.db)
  const next = keysFrom('another secret, of the rotation, 32+')
  await storeNoteKeys(app.db, next)
  await storeNoteKeys(app.db, next)
  const after = await listNoteKeys(app.db)
  expect(after).toHaveLength(before.length + 1)
  expect(after).toEqual(expect.arrayContaining([...before, next.noteKeys[0].publicKey]))
})
