import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import type { AudienceResult } from '../../agent-schema.ts'
import { findAgent } from '../agent-queries.ts'
import { assertOwn } from '../assert-own.ts'
import type { StudioContext } from '../context.ts'
import * as queries from './asker-queries.ts'

const shownAskers = 50
const shownReports = 50

/**
 * Returns who asks, as a keyed hash of the account or else of the network: the creator can block, and learns no address. Each agent has
 * codes of its own.
 */
export async function askerOf(
  { secret, viewer, clientAddress }: Pick<RequestContext, 'secret' | 'viewer' | 'clientAddress'>,
  draftId: string,
) {
  const user = await viewer()
  return keyedHash(secret, `studio asker ${draftId}`, user ? `account ${user.id}` : `network ${networkOf(clientAddress)}`)
}

/** Returns who asked lately, and what was reported. */
export async function audience({ db, user }: StudioContext, agentId: string): Promise<AudienceResult> {
  assertOwn(await findAgent(db, { id: agentId, ownerId: user.id }))
  const [askers, reports] = await Promise.all([
    queries.listAskers(db, agentId, shownAskers),
    queries.listReports(db, agentId, shownReports),
  ])
  return {
    askers: askers.map(({ asker, questions, lastAt, blockedAt }) => ({
      asker,
      questions,
      lastAt: lastAt.toISOString(),
      blocked: blockedAt !== null,
    })),
    reports: reports.map(({ createdAt, ...report }) => ({ ...report, createdAt: createdAt.toISOString() })),
  }
}

export async function blockAsker(
  { db, user }: StudioContext,
  { agentId, asker, blocked }: { agentId: string; asker: string; blocked: boolean },
): Promise<{ error: null }> {
  assertOwn(await findAgent(db, { id: agentId, ownerId: user.id }))
  assertOwn(await queries.blockAsker(db, { agentId, asker }, blocked))
  return { error: null }
}
