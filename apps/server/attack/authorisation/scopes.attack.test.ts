import { hashApiKey, newApiKeyToken } from '@duo/features/auth/server/api-keys/api-key-token.ts'
import { procedures } from '@duo/features/server'
import type { Scope } from '@duo/platform/shared/scopes.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { follow } from '../../testing/chat.ts'
import { browserOf, startConversation } from '../conversations.ts'
import { startScenes } from '../scene.ts'
import { noteAttack } from '../seed.ts'

const { site, newScene } = await startScenes()
const { db } = site.database

/** What the model of the scenes writes, and what the owner wrote: no key without `chat:read` may get it back. */
const storedReply = 'An engine weaves patterns.'
const storedQuestion = 'A question that only its owner may read'
const storedTitle = 'A title that only its owner may read'

type Ids = Awaited<ReturnType<typeof makeOwner>>

/** Calls of a chat key: the scopes that they need, and an input that would return stored text to a careless procedure. */
const calls: Record<string, { needs: readonly Scope[]; input: (ids: Ids) => object }> = {
  'chat.list': { needs: ['chat:read'], input: () => ({ search: '', cursor: null, language: 'en' }) },
  'chat.conversation': { needs: ['chat:read'], input: ({ conversationId: id }) => ({ id, language: 'en' }) },
  'chat.messages': { needs: ['chat:read'], input: ({ conversationId }) => ({ conversationId, cursor: null }) },
  'chat.stream': { needs: ['chat:read'], input: ({ replyId: messageId }) => ({ messageId }) },
  // the conversation that exists, with the owner's title
  'chat.start': { needs: ['chat:write'], input: ({ emptyAgentId: agentId }) => ({ agentId }) },
  // a repetition returns the stored reply
  'chat.send': {
    needs: ['chat:write'],
    input: ({ conversationId, clientId }) => ({ conversationId, clientId, content: storedQuestion }),
  },
  'chat.sendAndStream': {
    needs: ['chat:read', 'chat:write'],
    input: ({ conversationId, clientId }) => ({ conversationId, clientId, content: storedQuestion }),
  },
  'chat.edit': {
    needs: ['chat:write'],
    input: ({ hiddenQuestionId: messageId, editClientId: clientId }) => ({ messageId, clientId, content: 'An edited question' }),
  },
  'chat.stop': { needs: ['chat:write'], input: ({ replyId: messageId }) => ({ messageId }) },
  'chat.rate': { needs: ['chat:write'], input: ({ replyId: messageId }) => ({ messageId, vote: 'up', reason: null }) },
  'chat.rename': { needs: ['chat:write'], input: ({ conversationId: id }) => ({ id, title: 'Another title' }) },
  'chat.pin': { needs: ['chat:write'], input: ({ conversationId: id }) => ({ id, pinned: true }) },
  'chat.archive': { needs: ['chat:write'], input: ({ conversationId: id }) => ({ id, archived: true }) },
  'chat.showVersion': { needs: ['chat:read', 'chat:write'], input: ({ questionId: messageId }) => ({ messageId }) },
  'chat.notAboutMe': { needs: ['chat:write'], input: ({ editedReplyId: messageId }) => ({ messageId }) },
  'chat.retry': { needs: ['chat:write'], input: ({ replyId: messageId }) => ({ messageId }) },
}

const grants: Record<string, readonly Scope[]> = {
  'chat:read': ['chat:read'],
  'chat:write': ['chat:write'],
  'marketplace:read': ['marketplace:read'],
  both: ['chat:read', 'chat:write'],
}

async function addKey(userId: string, scopes: readonly Scope[]): Promise<string> {
  const [id, token] = [uuidv7(), newApiKeyToken()]
  const expires_at = sql<Date>`now() + interval '1 day'`
  await db
    .insertInto('auth_api_key')
    .values({
      id,
      user_id: userId,
      name: 'Script',
      token_hash: hashApiKey(token),
      hint: token.slice(-4),
      scopes: [...scopes],
      expires_at,
    })
    .execute()
  return token
}

/** An owner with a finished reply, an edited question with a finished reply, and an empty conversation with a title. */
async function makeOwner() {
  const { owner, agentId } = await newScene()
  const browser = browserOf(site.url, owner)
  const { conversationId, questionId, replyId } = await startConversation(site.url, owner, agentId, storedQuestion)
  const { clientId } = await db
    .selectFrom('chat_message')
    .where('id', '=', questionId)
    .select('client_id as clientId')
    .executeTakeFirstOrThrow()
  const edited = await startConversation(site.url, owner, agentId, 'A question before its edit')
  const editClientId = crypto.randomUUID()
  const edit = { messageId: edited.questionId, clientId: editClientId, content: 'An edited question' }
  const { data } = await browser.call('chat.edit', edit)
  const { reply } = data as { reply: { id: string } }
  await follow(browser, reply.id)
  const { id: emptyAgentId } = await db
    .selectFrom('marketplace_agent')
    .where('id', '!=', agentId)
    .select('id')
    .executeTakeFirstOrThrow()
  const started = await browser.call('chat.start', { agentId: emptyAgentId })
  const { id } = (started.data as { conversation: { id: string } }).conversation
  await browser.call('chat.rename', { id, title: storedTitle })
  const ids = { conversationId, questionId, replyId, clientId, editClientId, hiddenQuestionId: edited.questionId }
  return { ...ids, editedReplyId: reply.id, emptyAgentId, userId: owner.id }
}

let owner: Ids
const keys: Record<string, string> = {}
beforeAll(async () => {
  owner = await makeOwner()
  for (const [name, scopes] of Object.entries(grants)) keys[name] = await addKey(owner.userId, scopes)
}, 60_000)

async function send(key: string, procedure: string, input: object) {
  await site.forgetLimits()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${keys[key]}` }
  const answer = await fetch(`${site.url}/api/trpc/${procedure}`, { method: 'POST', headers, body: JSON.stringify(input) })
  return { status: answer.status, body: await answer.text() }
}

test('the table lists exactly the calls of a chat key', () => {
  const open = Object.entries(procedures).filter(([name, { _def }]) => name.startsWith('chat.') && Array.isArray(_def.meta?.keys))
  expect(Object.keys(calls).sort()).toEqual(open.map(([name]) => name).sort())
})

describe.each(Object.entries(calls))('%s', (procedure, { needs, input }) => {
  test('needs its scopes, and gives stored text only to a key that may read', async () => {
    let isRetried = false
    for (const [key, scopes] of Object.entries(grants)) {
      const { status, body } = await send(key, procedure, input(owner))
      const isAllowed = needs.every((scope) => scopes.includes(scope))
      // a reply that was retried is not shown any more, and this one is no help
      const done = isRetried || procedure === 'chat.notAboutMe' ? 404 : 200
      expect({ key, status, body }).toMatchObject({ key, status: isAllowed ? done : 403 })
      isRetried ||= isAllowed && procedure === 'chat.retry'
      if (scopes.includes('chat:read')) continue
      // other calls get their question from the caller
      const secrets = [storedReply, storedTitle, ...(procedure === 'chat.retry' ? [storedQuestion] : [])]
      for (const secret of secrets) expect(body, `${key} reads ${secret}`).not.toContain(secret)
    }
  })
})

test('a key that may also read gets what a write returns, and a blind one gets crisis help', async () => {
  const repeated = calls['chat.send']?.input(owner) ?? {}
  expect((await send('both', 'chat.send', repeated)).body).toContain(storedReply)
  expect((await send('chat:write', 'chat.send', repeated)).body).toContain('"content":""')
  expect((await send('both', 'chat.start', { agentId: owner.emptyAgentId })).body).toContain(storedTitle)
  const distress = { conversationId: owner.conversationId, clientId: crypto.randomUUID(), content: 'I want to kill myself' }
  expect((await send('chat:write', 'chat.send', distress)).body).toMatch(/"origin":"help"/)
  expect((await send('chat:write', 'chat.send', distress)).body).toMatch(/"content":"[^"]{40,}/)
  noteAttack(`${Object.keys(calls).length} calls × ${Object.keys(grants).length} grants`)
})
