import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { password, testBrowser } from '@duo/server/testing/accounts.ts'
import { follow, openConversation, person, twoChatServers } from '@duo/server/testing/chat.ts'
import { afterAll, expect, test } from 'vitest'

const model = await startModelServer()
const { app, other, agentId, close } = await twoChatServers(model)
afterAll(close)

interface Shared {
  pairs: { question: string; answer: string }[]
  isCut: boolean
}

async function talked(...questions: string[]) {
  const conversation = await openConversation(app, agentId)
  const ask = async (content: string) => {
    const sent = await conversation.send(content)
    await follow(conversation.browser, sent.reply.id)
    return sent
  }
  const sentMessages = []
  for (const content of questions) sentMessages.push(await ask(content))
  const id = conversation.conversationId
  const share = async () => {
    const { data } = await conversation.browser.call('chat.share', { id })
    return (data as { token: string }).token
  }
  return { ...conversation, id, sentMessages, ask, share }
}

async function read(token: string, at = app): Promise<Shared | null> {
  const { data, code } = await testBrowser(at.url).call('chat.shared', { token, language: 'en' })
  if (code === 'not_found') return null
  if (code) throw new Error(code)
  return data as Shared
}
const questionsAt = async (token: string) => (await read(token))?.pairs.map(({ question }) => question)

test('a link shows visitors the messages sent before it was created, and nothing about its owner', async () => {
  const { browser, share, ask } = await talked('What is an engine?', 'And a loom?')
  const token = await share()
  expect(token).toMatch(/^[0-9a-f]{40}$/)
  await ask('What about cards?')
  const answer = await testBrowser(app.url).call('chat.shared', { token, language: 'en' })
  expect((answer.data as Shared).pairs.map(({ question }) => question)).toEqual(['What is an engine?', 'And a loom?'])
  const owner = (await browser.call('auth.session')).data as { user: { id: string; email: string } }
  expect(JSON.stringify(answer.data)).not.toMatch(new RegExp(`Ana Souza|${owner.user.email}|${owner.user.id}|SECRET SEED`))
  const rows = await app.db.selectFrom('chat_share').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  await (await fetch(`${app.url}/shared/${token}`)).text()
  expect(app.logged()).not.toContain(token)
})

test('leaves out help texts and their questions, and refuses to share a conversation with nothing else', async () => {
  const distress = 'I cut myself last night and I want to die'
  const { browser, id, ask, share } = await talked(distress)
  expect(await browser.call('chat.share', { id })).toMatchObject({ data: { error: 'nothing_to_share' } })
  await ask('What is an engine?')
  const shown = await read(await share())
  expect(shown?.pairs.map(({ question }) => question)).toEqual(['What is an engine?'])
  expect(JSON.stringify(shown)).not.toMatch(/\b988\b|want to die/)
})

test('revoking a link ends it at once on every server, and a new link revokes the previous one', async () => {
  const { browser, id, share, ask } = await talked('What is an engine?')
  const older = await share()
  expect(await read(older, other)).not.toBeNull()
  await ask('And a loom?')
  const newer = await share()
  expect([await read(older), await read(older, other)]).toEqual([null, null])
  expect(await questionsAt(newer)).toEqual(['What is an engine?', 'And a loom?'])
  expect(await browser.call('chat.shareState', { id })).toMatchObject({ data: { sharedAt: expect.any(String) } })
  expect(await browser.call('chat.unshare', { id })).toMatchObject({ data: { error: null } })
  expect(await browser.call('chat.unshare', { id })).toMatchObject({ data: { error: null } })
  expect([await read(newer), await read(newer, other)]).toEqual([null, null])
  expect(await browser.call('chat.shareState', { id })).toMatchObject({ data: { sharedAt: null } })
})

test('a link hides messages that the owner edits, and never shows their replacements', async () => {
  const { browser, sentMessages, share } = await talked('What is an engine?', 'My street is Rua Augusta', 'And a loom?')
  const token = await share()
  const messageId = sentMessages[1]?.question.id
  await browser.call('chat.edit', { messageId, clientId: crypto.randomUUID(), content: 'Something else' })
  expect(await questionsAt(token)).toEqual(['What is an engine?'])
})

test('a link hides a reply that the owner retries, and never shows the new one', async () => {
  const { browser, sentMessages, share } = await talked('What is an engine?', 'And a loom?')
  const token = await share()
  expect(await questionsAt(token)).toEqual(['What is an engine?', 'And a loom?'])
  const { data } = await browser.call('chat.retry', { messageId: sentMessages[1]?.reply.id })
  await follow(browser, (data as { reply: { id: string } }).reply.id)
  expect(await questionsAt(token)).toEqual(['What is an engine?'])
})

test('deleting a conversation or its account revokes the link, and restoring does not reactivate it', async () => {
  const { browser, id, share } = await talked('What is an engine?')
  const first = await share()
  await browser.call('chat.remove', { id })
  expect(await read(first)).toBeNull()
  expect(await browser.call('chat.share', { id })).toMatchObject({ code: 'not_found' })
  await browser.call('chat.restore', { id })
  expect(await read(first)).toBeNull()
  const second = await share()
  expect(JSON.stringify((await browser.call('auth.download')).data)).toMatch(/"sharedAt":"\d{4}/)
  expect(await browser.call('auth.erase', { password })).toMatchObject({ data: { error: null } })
  expect(await read(second)).toBeNull()
  expect(await app.db.selectFrom('chat_share').where('conversation_id', '=', id).selectAll().execute()).toEqual([])
})

test('only the owner can share, unshare and read the share state, and concurrent shares leave one working link', async () => {
  const { browser, id, share } = await talked('What is an engine?')
  const otherUser = await person(app)
  for (const name of ['chat.share', 'chat.unshare', 'chat.shareState'])
    expect(await otherUser.call(name, { id })).toMatchObject({ code: 'not_found' })
  const tokens = await Promise.all([share(), share(), share()])
  const works = await Promise.all(tokens.map((token) => read(token)))
  expect(works.filter((found) => found !== null)).toHaveLength(1)
  expect(await browser.call('chat.shareState', { id })).toMatchObject({ data: { sharedAt: expect.any(String) } })
})

test('returns not_found for an invalid token, and allows a user 30 links an hour', async () => {
  for (const token of ['', 'x', '0'.repeat(40), `${'a'.repeat(40)}'; drop`]) expect(await read(token)).toBeNull()
  const { browser, id } = await talked('What is an engine?')
  for (let made = 0; made < 30; made += 1) expect((await browser.call('chat.share', { id })).code).toBeUndefined()
  expect(await browser.call('chat.share', { id })).toMatchObject({ code: 'too_many_requests' })
})

test('a shared page is not cached, not indexed, and sends no referrer', async () => {
  const { share } = await talked('What is an engine?')
  const token = await share()
  for (const path of ['', '/pt']) {
    const address = `${app.url}${path}/shared/${token}`
    const [first, second] = [await fetch(address), await fetch(address)]
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(await first.text()).not.toBe(await second.text())
  }
  expect(await (await fetch(`${app.url}/robots.txt`)).text()).toMatch(/Disallow: \/shared\/\nDisallow: \/pt\/shared\//)
})
