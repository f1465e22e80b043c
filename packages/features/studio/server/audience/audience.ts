import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import type { AudienceResult } from '../../agent-schema.ts'
import { findAgent } from '../agent-queries.ts'
import { assertOwn } from '../assert-own.ts'
import type { StudioContext } from '../context.ts'
import type { AskerKey } from './asker-queries.ts'
import * as queries from './asker-queries.ts'

const shownAskers = 50
const shownReports = 50

/**
 * Returns the codes of a caller for an agent: keyed hashes of the account, or of the network without one. The creator can block a code,
 * and learns no address. Each agent has codes of its own, so that no one can follow a person from one to another.
 */
export async function askerOf(
  { secret, viewer, clientAddress }: Pick<RequestContext, 'secret' | 'viewer' | 'clientAddress'>,
  draftId: string,
): Promise<AskerKey> {
  const codeOf = (of: string) => keyedHash(secret, `studio asker ${draftId}`, of)
  const network = codeOf(`network ${networkOf(clientAddress)}`)
  const user = await viewer()
  return { agentId: draftId, asker: user ? codeOf(`account ${user.id}`) : network, network }
}

/** Returns the latest askers, and what was reported. */
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
