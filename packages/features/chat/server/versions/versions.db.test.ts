import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { password, testBrowser } from '@duo/server/testing/accounts.ts'
import {
  type Browser,
  browserAt,
  follow,
  gate,
  listMessages,
  openConversation,
  person,
  twoChatServers,
} from '@duo/server/testing/chat.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Message, SendResult } from '../../schema.ts'
import { chatMaintenance } from '../retention/maintenance.ts'

const model = await startModelServer()
const { app, other, agentId, close } = await twoChatServers(model)
afterAll(close)

type Sent = SendResult & { error: null }
const distress = 'I cut myself last night and I want to die'

async function versions(...questions: string[]) {
  const { browser, conversationId, send } = await openConversation(app, agentId)
  const ended = async (sent: Sent) => {
    await follow(browser, sent.reply.id)
    return sent
  }
  const ask = (content: string) => {
    model.queue.push({ kind: 'text', pieces: [`Re: ${content}`] })
    return send(content).then(ended)
  }
  const edit = async ({ id }: { id: string }, content: string) => {
    model.queue.push({ kind: 'text', pieces: [`Re: ${content}`] })
    const { data } = await browser.call('chat.edit', { messageId: id, clientId: crypto.randomUUID(), content })
    return ended(data as Sent)
  }
  const show = ({ id }: { id: string }, as: Browser = browser) => as.call('chat.showVersion', { messageId: id })
  const read = async () => (await listMessages(browser, conversationId)).filter(({ role }) => role === 'user').map(labelled)
  const questionMessages = []
  for (const question of questions) questionMessages.push((await ask(question)).question)
  return { browser, conversationId, send, ask, edit, show, read, questionMessages }
}

const labelled = ({ content, version }: Message) => (version ? `${content} (${version.number} of ${version.count})` : content)
const readPromptQuestions = () =>
  model.calls.at(-1)?.request.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
const linked = async (token: string) => {
  const { data } = await testBrowser(other.url).call('chat.shared', { token, language: 'en' })
  return (data as { pairs: { question: string }[] }).pairs.map(({ question }) => question)
}
const share = async (browser: Browser, id: string) => {
  const { data } = await browser.call('chat.share', { id })
  return (data as { token: string }).token
}
const question = (list: readonly Message[], content: string) => {
  const found = list.find((message) => message.content === content)
  if (!found) throw new Error(content)
  return found
}

test('an edit keeps the old version, and any device can switch between versions and continue from either', async () => {
  const { browser, conversationId, ask, edit, show, read, questionMessages } = await versions('First', 'Second', 'Third')
  const [, second] = questionMessages as [Message, Message, Message]
  const { question: edited, path } = await edit(second, 'Second, better')
  expect(edited.version).toEqual({ of: second.id, number: 2, count: 2, previous: second.id, next: null })
  expect(path).toBe(1)
  expect(await read()).toEqual(['First', 'Second, better (2 of 2)'])

  const back = await show(second)
  expect(back.data).toMatchObject({ error: null, page: { path: 2, before: null } })
  const { messages: shown } = (back.data as { page: { messages: Message[] } }).page
  expect(shown.map(({ html: _, ...message }) => message)).toEqual(await listMessages(browser, conversationId))
  // a reply that is rendered too late is null
  expect(shown.at(-1)).toHaveProperty('html')
  expect(await read()).toEqual(['First', 'Second (1 of 2)', 'Third'])
  const { data } = await browserAt(browser, other.url).call('chat.messages', { conversationId, cursor: null })
  expect((data as { messages: Message[] }).messages.map(labelled)).toContain('Second (1 of 2)')

  await ask('Fourth')
  expect(readPromptQuestions()).toEqual(['First', 'Second', 'Third', 'Fourth'])
  await show(edited)
  expect(await read()).toEqual(['First', 'Second, better (2 of 2)'])
  await ask('Fifth')
  expect(readPromptQuestions()).toEqual(['First', 'Second, better', 'Fifth'])
  await show(second)
  expect(await read()).toEqual(['First', 'Second (1 of 2)', 'Third', 'Fourth'])
  await show(edited)
  expect(await read()).toEqual(['First', 'Second, better (2 of 2)', 'Fifth'])
})

test('a first question can have several versions, edited from any of them', async () => {
  const { edit, show, read, questionMessages } = await versions('One', 'Then')
  const [first] = questionMessages as [Message]
  const two = await edit(first, 'Two')
  await show(first)
  const three = await edit(first, 'Three')
  expect(three.question.version).toEqual({ of: first.id, number: 3, count: 3, previous: two.question.id, next: null })
  await show(two.question)
  expect(await read()).toEqual(['Two (2 of 3)'])
  await edit(two.question, 'Four')
  expect(await read()).toEqual(['Four (4 of 4)'])
  await show(first)
  expect(await read()).toEqual(['One (1 of 4)', 'Then'])
})

test('switching back restores nested versions, and a version below a hidden one cannot be shown', async () => {
  const { browser, conversationId, edit, show, read, questionMessages } = await versions('A', 'B')
  const [a, b] = questionMessages as [Message, Message]
  const b2 = (await edit(b, 'B2')).question
  const a2 = (await edit(a, 'A2')).question
  expect(await read()).toEqual(['A2 (2 of 2)'])
  for (const hidden of [b, b2]) expect((await show(hidden)).data).toEqual({ error: 'on_other_branch' })
  expect(await read()).toEqual(['A2 (2 of 2)'])
  await show(a)
  expect(await read()).toEqual(['A (1 of 2)', 'B2 (2 of 2)'])
  await show(b)
  await show(a2)
  await show(a)
  expect(await read()).toEqual(['A (1 of 2)', 'B (1 of 2)'])
  expect((await listMessages(browser, conversationId)).at(-1)?.content).toBe('Re: B')
})

test('repeating a switch changes nothing', async () => {
  const { edit, show, questionMessages } = await versions('A')
  const [a] = questionMessages as [Message]
  const a2 = (await edit(a, 'A2')).question
  const pathOf = ({ data }: { data?: unknown }) => (data as { page: { path: number } }).page.path
  const paths: number[] = []
  for (const chosen of [a2, a, a, a]) paths.push(pathOf(await show(chosen)))
  expect(paths).toEqual([1, 2, 2, 2])
  const both = await Promise.all([show(a2), show(a2), show(a2)])
  expect(both.map(pathOf)).toEqual([3, 3, 3])
})

test('users can switch only their own questions, and none in a deleted conversation', async () => {
  const { browser, conversationId, edit, show, questionMessages } = await versions('A')
  const [a] = questionMessages as [Message]
  const edited = await edit(a, 'A2')
  expect(await show(a, await person(app))).toMatchObject({ status: 404 })
  expect(await show(a, testBrowser(app.url))).toMatchObject({ status: 401 })
  expect(await show(edited.reply)).toMatchObject({ status: 404 })
  expect(await show({ id: crypto.randomUUID() })).toMatchObject({ status: 404 })
  await browser.call('chat.remove', { id: conversationId })
  expect(await show(a)).toMatchObject({ status: 404 })
})

test('refuses to switch in every tab while a reply is running, and allows it afterwards', async () => {
  const { browser, send, edit, show, read, questionMessages } = await versions('A', 'B')
  const [a] = questionMessages as [Message]
  const a2 = (await edit(a, 'A2')).question
  const { pieces, give, finish } = gate()
  model.queue.push({ kind: 'text', pieces })
  give('It')
  const { reply } = await send('C')
  await follow(browser, reply.id, { enough: ({ text }) => text !== '' })
  for (const tab of [browser, browserAt(browser, other.url)])
    expect((await show(a, tab)).data).toEqual({ error: 'busy', replyId: reply.id })
  expect((await show(a2)).data).toMatchObject({ error: null })
  give(' weaves.')
  finish()
  expect((await follow(browser, reply.id)).text).toBe('It weaves.')
  expect((await show(a)).data).toMatchObject({ error: null })
  expect(await read()).toEqual(['A (1 of 2)', 'B'])
})

test('a retry answers the last question of the shown version, and refuses replies of a hidden version', async () => {
  const { browser, conversationId, edit, show, questionMessages } = await versions('A', 'B')
  const [a] = questionMessages as [Message, Message]
  const before = await listMessages(browser, conversationId)
  const edited = await edit(a, 'A2')
  await show(a)
  expect(await browser.call('chat.retry', { messageId: edited.reply.id })).toMatchObject({ status: 404 })
  expect(await browser.call('chat.retry', { messageId: before[1]?.id })).toMatchObject({ data: { error: 'not_last' } })
  model.queue.push({ kind: 'text', pieces: ['Better.'] })
  const { data } = await browser.call('chat.retry', { messageId: before[3]?.id })
  await follow(browser, (data as Sent).reply.id)
  const contents = async () => (await listMessages(browser, conversationId)).map(({ content }) => content)
  expect(await contents()).toEqual(['A', 'Re: A', 'B', 'Better.'])
  await show(edited.question)
  expect(await contents()).toEqual(['A2', 'Re: A2'])
  await show(a)
  expect(await contents()).toEqual(['A', 'Re: A', 'B', 'Better.'])
})

test('refuses a question on an outdated path before calling a model, but accepts repeats and crisis help', async () => {
  const { browser, conversationId, edit, show, read, questionMessages } = await versions('A')
  const [a] = questionMessages as [Message]
  await edit(a, 'A2')
  await show(a)
  const calls = model.calls.length
  const sent = { conversationId, clientId: crypto.randomUUID(), content: 'And then?', path: 1 }
  expect((await browser.call('chat.send', sent)).data).toEqual({ error: 'moved' })
  expect(model.calls).toHaveLength(calls)
  const { data } = await browser.call('chat.send', { ...sent, path: 2 })
  expect(data).toMatchObject({ error: null, path: 2 })
  await follow(browser, (data as Sent).reply.id)
  expect((await browser.call('chat.send', sent)).data).toMatchObject({ question: { id: (data as Sent).question.id } })
  expect(await read()).toEqual(['A (1 of 2)', 'And then?'])
  expect((await browser.call('chat.send', { ...sent, clientId: crypto.randomUUID(), content: distress })).data).toMatchObject({
    reply: { origin: 'help' },
    path: 2,
  })
})

test('refuses to edit a version that another device hid, but accepts repeats and crisis help', async () => {
  const { browser, conversationId, edit, show, read, questionMessages } = await versions('A')
  const [a] = questionMessages as [Message]
  const sent = { messageId: a.id, clientId: crypto.randomUUID(), content: 'A2' }
  const { data } = await browser.call('chat.edit', sent)
  const a2 = data as Sent
  await follow(browser, a2.reply.id)
  expect((await browser.call('chat.edit', sent)).data).toMatchObject({ question: { id: a2.question.id }, path: 1 })
  await show(a)
  expect((await browser.call('chat.edit', sent)).data).toMatchObject({ question: { id: a2.question.id }, path: null })
  expect(await edit(a, 'A3')).toMatchObject({ question: { version: { number: 3, count: 3 } } })
  const stale = { messageId: a2.question.id, clientId: crypto.randomUUID(), content: 'A2, again' }
  expect(await browser.call('chat.edit', stale)).toMatchObject({ status: 404 })
  expect((await browser.call('chat.edit', { ...stale, content: distress })).data).toMatchObject({ reply: { origin: 'help' } })
  expect(await read()).toEqual(['A3 (3 of 3)', distress])
  expect(await listMessages(browser, conversationId)).toHaveLength(4)
})

test('an edit that gets crisis help becomes a version, and the running reply stays with the other version', async () => {
  const { browser, conversationId, send, show, read, questionMessages } = await versions('A')
  const [a] = questionMessages as [Message]
  const { pieces, give } = gate()
  model.queue.push({ kind: 'text', pieces })
  give('It weaves')
  const { reply } = await send('B')
  await follow(browser, reply.id, { enough: ({ text }) => text !== '' })
  const help = { messageId: a.id, clientId: crypto.randomUUID(), content: distress }
  const { data } = await browser.call('chat.edit', help)
  expect(data).toMatchObject({ reply: { origin: 'help' }, question: { version: { number: 2, count: 2 } }, path: 1 })
  expect(await read()).toEqual([`${distress} (2 of 2)`])
  await expect.poll(async () => (await show(a)).data).toMatchObject({ error: null })
  expect(await listMessages(browser, conversationId)).toMatchObject([
    { content: 'A' },
    {},
    { content: 'B' },
    { status: 'stopped', content: 'It weaves' },
  ])
  await show((data as Sent).question)
  const { data: list } = await browser.call('chat.list', { search: '', cursor: null, language: 'en' })
  expect((list as { conversations: { last: string }[] }).conversations[0]?.last).not.toContain('It weaves')
})

test('the conversation list uses only the shown version for titles, previews and search', async () => {
  const { browser, edit, show, questionMessages } = await versions('Zebra', 'Giraffe')
  const [zebra] = questionMessages as [Message]
  await edit(zebra, 'Okapi')
  const listed = async (search = '') => {
    const { data } = await browser.call('chat.list', { search, cursor: null, language: 'en' })
    return (data as { conversations: { question: string; last: string }[] }).conversations
  }
  expect(await listed()).toMatchObject([{ question: 'Okapi', last: 'Re: Okapi' }])
  expect([await listed('giraffe'), await listed('okapi')]).toMatchObject([[], [{}]])
  await show(zebra)
  expect(await listed()).toMatchObject([{ question: 'Zebra', last: 'Re: Giraffe' }])
  expect([await listed('giraffe'), await listed('okapi')]).toMatchObject([[{}], []])
})

test('a public link never shows another version or a restored one, and a new link shows the current version', async () => {
  const { browser, conversationId, ask, edit, show, questionMessages } = await versions('A', 'My street', 'C')
  const [, street] = questionMessages as [Message, Message]
  const old = await share(browser, conversationId)
  expect(await linked(old)).toEqual(['A', 'My street', 'C'])
  const edited = await edit(street, 'Something else')
  expect(await linked(old)).toEqual(['A'])
  const token = await share(browser, conversationId)
  expect(await linked(token)).toEqual(['A', 'Something else'])
  await show(street)
  expect(await linked(token)).toEqual(['A'])
  await ask('D')
  expect(await linked(token)).toEqual(['A'])
  await show(edited.question)
  // it was hidden once
  expect(await linked(token)).toEqual(['A'])
  const third = await share(browser, conversationId)
  expect(await linked(third)).toEqual(['A', 'Something else'])
  expect(await linked(await share(browser, conversationId))).toEqual(['A', 'Something else'])
})

test('keeps hidden versions beyond the retention of messages, exports them, and deletes them with the account', async () => {
  const { browser, conversationId, edit, questionMessages } = await versions('A', 'B')
  const [a] = questionMessages as [Message]
  const a2 = (await edit(a, 'A2')).question
  const past = new Date(Date.now() - 400 * 86_400_000)
  const rows = app.db.selectFrom('chat_message').where('conversation_id', '=', conversationId).select('id')
  await app.db.updateTable('chat_message').set({ hidden_at: past }).where('hidden_with', '=', a.id).execute()
  for (const { run } of chatMaintenance) await run(app.db, app.appContext)
  expect(await rows.execute()).toHaveLength(6)

  const { data } = await browser.call('auth.download')
  const [conversation] = (data as { document: { conversations: { messages: object[] }[] } }).document.conversations
  expect(conversation?.messages).toMatchObject([
    { id: a.id, content: 'A', versionOf: a.id, shownWith: a.id },
    { content: 'Re: A', shownWith: a.id },
    { content: 'B', shownWith: a.id },
    { content: 'Re: B', shownWith: a.id },
    { id: a2.id, content: 'A2', versionOf: a.id },
    { content: 'Re: A2' },
  ])
  expect(conversation?.messages.at(-1)).not.toHaveProperty('shownWith')
  expect(await browser.call('auth.erase', { password })).toMatchObject({ data: { error: null } })
  expect(await rows.execute()).toEqual([])
})

test('concurrent edits, switches and help leave one path with one version of each question and no duplicates', async () => {
  const { browser, conversationId, ask, edit, show, questionMessages } = await versions('A', 'B', 'C')
  const [a, b] = questionMessages as [Message, Message, Message]
  const b2 = (await edit(b, 'B2')).question
  await ask('D')
  for (let round = 0; round < 12; round += 1) {
    const now = await listMessages(browser, conversationId)
    const current = question(now, 'A')
    const change = (content: string, { id }: { id: string }) =>
      browser.call('chat.edit', { messageId: id, clientId: crypto.randomUUID(), content })
    const shownB = now.find(({ content }) => content === 'B' || content === 'B2') ?? b
    await Promise.all([
      show(round % 2 ? b : b2),
      change(distress, shownB),
      show(round % 2 ? b2 : b, browserAt(browser, other.url)),
      browser.call('chat.send', { conversationId, clientId: crypto.randomUUID(), content: distress }),
    ])
    expect(current.id).toBe(a.id)
    const { rows } = await sql<{ versions: number; paths: number }>`
      select coalesce(max(shown), 1)::integer as versions from (
        select count(*) as shown from chat_message
        where conversation_id = ${conversationId} and version_of is not null and hidden_at is null group by version_of
      ) as of_group`.execute(app.db)
    expect(rows).toEqual([{ versions: 1 }])
    // every shown reply follows its question
    const after = await listMessages(browser, conversationId)
    expect(after.map(({ role }) => role)).toEqual(after.map((_, index) => (index % 2 ? 'assistant' : 'user')))
    const { rows: strays } = await sql`
      select reply.id from chat_message as reply join chat_message as asked on asked.id = reply.question_id
      where reply.conversation_id = ${conversationId} and reply.hidden_with is distinct from asked.hidden_with
        and (reply.hidden_at is null or reply.hidden_with is not null)`.execute(app.db)
    expect(strays).toEqual([])
  }
})
