import { createHash, randomBytes } from 'node:crypto'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { SharedResult, ShareResult, ShareStateResult } from '../../schema.ts'
import type { AgentDirectory } from '../agent-directory.ts'
import type { ChatContext } from '../context.ts'
import { findConversation } from '../conversation-queries.ts'
import { htmlOfReplies } from '../markdown/reply-html.ts'
import * as queries from './share-queries.ts'

/** 160 bits in hex, because URLs may be lower-cased. */
const newToken = () => randomBytes(20).toString('hex')

/** No slow hash, because 160 random bits cannot be guessed. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Creates a public link and revokes the previous one. Only this response contains the token. */
export async function share({ db, user }: ChatContext, { id }: { id: string }): Promise<ShareResult> {
  const token = newToken()
  const row = await queries.upsertShare(db, { id, userId: user.id, tokenHash: hashOf(token) })
  if (row) return { error: null, token, sharedAt: row.sharedAt.toISOString() }
  await assertOwnConversation({ db, user }, id)
  return { error: 'nothing_to_share' }
}

export async function shareState({ db, user }: ChatContext, { id }: { id: string }): Promise<ShareStateResult> {
  const [row] = await Promise.all([queries.findShare(db, { id, userId: user.id }), assertOwnConversation({ db, user }, id)])
  return { sharedAt: row?.sharedAt.toISOString() ?? null }
}

export async function unshare({ db, user }: ChatContext, { id }: { id: string }): Promise<{ error: null }> {
  await assertOwnConversation({ db, user }, id)
  await queries.deleteShare(db, id)
  return { error: null }
}

async function assertOwnConversation({ db, user }: Pick<ChatContext, 'db' | 'user'>, id: string): Promise<void> {
  if (!(await findConversation(db, { id, userId: user.id }))) throw new AppError('not_found')
}

/** Returns nothing about the owner, and nothing hidden since sharing. Throws `not_found` for inactive tokens. */
export async function readShared(
  context: Pick<AppContext, 'db' | 'log' | 'replyRenderer'>,
  agents: AgentDirectory,
  { token, language }: { token: string; language: Locale },
): Promise<SharedResult> {
  const { db } = context
  const conversation = await queries.findSharedConversation(db, hashOf(token))
  if (!conversation) throw new AppError('not_found')
  const [agent, rows] = await Promise.all([
    agents.findAgentCard(db, { id: conversation.agentId, language }),
    queries.listSharedPairs(db, conversation),
  ])
  const html = await htmlOfReplies(
    context,
    rows.map(({ id, answer: content, sources }) => ({ id, content, sources })),
  )
  const pairs = rows
    .map(({ total, provenance, ...pair }) => ({
      ...pair,
      html: html.get(pair.id) ?? null,
      ...(provenance && { provenance }),
    }))
    .reverse()
  const isCut = (rows[0]?.total ?? 0) > rows.length
  return { agent, pairs, isCut, sharedAt: conversation.sharedAt.toISOString() }
}
