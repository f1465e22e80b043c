import type { Db } from '@duo/db/index.ts'
import type { Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { findSessionProof, type SessionProof } from './fresh-factor-queries.ts'

/**
 * Guards changes that could take over an account which has a second factor (docs/security.md). Throws `fresh_factor_needed`
 * unless this session has just passed one: `auth.passFactor` does that, and then the call can be repeated.
 */
export async function requireFreshFactor(db: Db, { session }: Viewer): Promise<SessionProof> {
  const proof = await findSessionProof(db, session.id)
  if (!proof) throw new AppError('unauthorized')
  if (proof.hasFactor && !proof.isFactorFresh) throw new AppError('fresh_factor_needed')
  return proof
}
