import { type Db, inTransaction } from '@duo/db/index.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { validate } from 'uuid'
import type { CancelChangeResult } from '#auth/schema.ts'
import type { Actor } from '#auth/server/events/account-events.ts'
import { type AccountContext, actorOfContext } from '#auth/server/sessions/account-context.ts'
import { lockUser, type Owner } from '#auth/server/users/user-queries.ts'
import type { FactorRecovery } from '../../schema.ts'
import { reportFactorChange } from '../factors/account-factors.ts'
import type { ActiveRecovery } from './factor-recovery-queries.ts'
import * as queries from './factor-recovery-queries.ts'
import { cancelRecoveryPurpose } from './recovery-token.ts'

export const toRecoveryDto = (recovery: Pick<ActiveRecovery, 'ripeAt' | 'lapsesAt'> | undefined): FactorRecovery | null =>
  recovery ? { ripeAt: recovery.ripeAt.toISOString(), lapsesAt: recovery.lapsesAt.toISOString() } : null

/** Cancels the active recovery and mails the owner. Call it with the account locked. */
export async function cancelRecovery(
  db: Db,
  context: Pick<AppContext, 'secret'>,
  owner: Owner,
  actor: Actor | null,
  id?: string,
): Promise<boolean> {
  const filter = id === undefined ? { userId: owner.id } : { userId: owner.id, id }
  const wasRunning = await queries.endRecovery(db, filter, 'cancelled')
  if (wasRunning) await reportFactorChange(db, context, owner, { kind: 'factor_recovery_cancelled', actor })
  return wasRunning
}

export function cancelFactorRecovery(context: AccountContext): Promise<{ error: null }> {
  return inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, context.user.id)
    if (!user) throw new AppError('unauthorized')
    await cancelRecovery(tx, context, user, actorOfContext(context))
    return { error: null }
  })
}

export async function cancelFactorRecoveryByLink(
  context: Omit<AccountContext, 'user'>,
  token: string,
): Promise<CancelChangeResult> {
  const id = readTicket(context.secret, cancelRecoveryPurpose, token)?.subject ?? ''
  const recovery = validate(id) ? await queries.findActiveRecoveryById(context.db, id) : undefined
  if (!recovery) return { error: 'invalid_link' }
  return inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, recovery.userId)
    const isCancelled = user && (await cancelRecovery(tx, context, user, context, recovery.id))
    return { error: isCancelled ? null : 'invalid_link' }
  })
}

export const voidRecovery = (db: Db, userId: string) => queries.endRecovery(db, { userId }, 'voided')
