import { createHash, randomBytes } from 'node:crypto'
import type { World } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { sharedPairsAtMost } from '../../rules.ts'
import type { ShareAnswer, SharedAnswer, ShareStateAnswer } from '../../schema.ts'
import type { ChatWorld } from '../context.ts'
import { conversationById } from '../conversation-queries.ts'
import type { Agents } from '../responder.ts'
import * as queries from './share-queries.ts'

/** 160 bits in small letters: addresses are read without case. */
const newToken = () => randomBytes(20).toString('hex')

// no slow hash: a token of 160 random bits cannot be guessed
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Makes a public link to what a conversation holds now; the one before ends. The token is returned here and never again. */
export async function share({ db, user }: ChatWorld, { id }: { id: string }): Promise<ShareAnswer> {
  const token = newToken()
  const put = await queries.putShare(db, { id, userId: user.id, tokenHash: hashOf(token) })
  if (put) return { error: null, token, sharedAt: put.sharedAt.toISOString() }
  await mustBeMine({ db, user }, id)
  return { error: 'nothing_to_share' }
}

/** Since when a conversation has a public link. */
export async function shareState({ db, user }: ChatWorld, { id }: { id: string }): Promise<ShareStateAnswer> {
  const [found] = await Promise.all([queries.shareOf(db, { id, userId: user.id }), mustBeMine({ db, user }, id)])
  return { sharedAt: found?.sharedAt.toISOString() ?? null }
}

/** Ends the public link of a conversation, at once and on every server; without one nothing changes. */
export async function unshare({ db, user }: ChatWorld, { id }: { id: string }): Promise<{ error: null }> {
  await mustBeMine({ db, user }, id)
  await queries.endShare(db, id)
  return { error: null }
}

async function mustBeMine({ db, user }: Pick<ChatWorld, 'db' | 'user'>, id: string): Promise<void> {
  if (!(await conversationById(db, { id, userId: user.id }))) throw new AppError('not_found')
}

/**
 * What a public link shows: the agent and what was said until it was shared, less what its owner has put away since; nothing of its owner.
 * Throws `not_found` for every token that is no link now.
 */
export async function shared(
  { db }: Pick<World, 'db'>,
  agents: Agents,
  { token, language }: { token: string; language: Locale },
): Promise<SharedAnswer> {
  const talk = await queries.sharedTalk(db, hashOf(token))
  if (!talk) throw new AppError('not_found')
  const [agent, rows] = await Promise.all([agents.card(db, { id: talk.agentId, language }), queries.sharedPairs(db, talk)])
  const pairs = rows.slice(0, sharedPairsAtMost).reverse()
  return { agent, pairs, isCut: rows.length > pairs.length, sharedAt: talk.sharedAt.toISOString() }
}
