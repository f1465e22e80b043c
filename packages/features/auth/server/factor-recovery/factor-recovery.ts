import { type Db, inTransaction } from '@duo/db/index.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext, RequestContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuid, validate } from 'uuid'
import type { CancelChangeAnswer } from '../../schema.ts'
import { factorRecoveryDays, factorRecoveryOpenDays } from '../../second-factor-rules.ts'
import { type CancelRecoveryAnswer, recoveryPauseHours, type StartRecoveryAnswer } from '../../second-factor-schema.ts'
import { type Actor, recordEvent } from '../events/account-events.ts'
import { cancelRecoveryPurpose } from '../mail/mail-tokens.ts'
import { type AccountContext, actorOfContext } from '../reauthentication.ts'
import { type Owner, reportFactorChange } from '../second-factor/account-factors.ts'
import { findActiveStep, stepOver } from '../second-factor/second-step.ts'
import { findStepByToken } from '../second-factor/second-step-queries.ts'
import { actorOfCaller, callerOf } from '../sign-in/sign-in-caller.ts'
import { lockUser } from '../user-queries.ts'
import { factorRecoveryNotice, mailAllEmails } from './factor-recovery-jobs.ts'
import * as queries from './factor-recovery-queries.ts'

const dayMs = 86_400_000

export async function requestRecovery(context: RequestContext): Promise<StartRecoveryAnswer> {
  const step = await findActiveStep(context)
  if (!step) return stepOver
  const actor = actorOfCaller(await callerOf(context))
  return inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, step.userId)
    if (!user || !(await findStepByToken(tx, step.tokenHash))) return stepOver
    const activeRecovery = await queries.findActiveRecovery(tx, user.id)
    if (activeRecovery) return { error: null, ripeAt: activeRecovery.ripeAt.toISOString() }
    if (!context.sendsMail) return { error: 'mail_off' }
    const retryAfterSeconds = await queries.secondsUntilNextRecovery(tx, user.id, recoveryPauseHours)
    if (retryAfterSeconds !== null) return { error: 'recovery_cancelled', retryAfterSeconds }
    const id = uuid()
    const days = { waitDays: factorRecoveryDays, openDays: factorRecoveryOpenDays }
    const { ripeAt } = await queries.insertRecovery(tx, { id, userId: user.id, ...days })
    const eventId = await recordEvent(tx, context, { userId: user.id }, { kind: 'factor_recovery_asked', actor })
    await mailAllEmails(tx, user, { kind: 'factor_recovery', eventId })
    const dayBefore = new Date(ripeAt.getTime() - dayMs)
    await enqueue(tx, factorRecoveryNotice, { recoveryId: id, mail: 'factor_recovery_soon' }, { runAt: dayBefore })
    await enqueue(tx, factorRecoveryNotice, { recoveryId: id, mail: 'factor_recovery_ripe' }, { runAt: ripeAt })
    return { error: null, ripeAt: ripeAt.toISOString() }
  })
}

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

export async function cancelRecoveryFromStep(context: RequestContext): Promise<CancelRecoveryAnswer> {
  const step = await findActiveStep(context)
  if (!step) return stepOver
  const actor = actorOfCaller(await callerOf(context))
  return inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, step.userId)
    if (!user || !(await findStepByToken(tx, step.tokenHash))) return stepOver
    await cancelRecovery(tx, context, user, actor)
    return { error: null }
  })
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
): Promise<CancelChangeAnswer> {
  const id = (await readTicket(context.secret, cancelRecoveryPurpose, token))?.subject ?? ''
  const recovery = validate(id) ? await queries.findActiveRecoveryById(context.db, id) : undefined
  if (!recovery) return { error: 'invalid_link' }
  return inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, recovery.userId)
    const isCancelled = user && (await cancelRecovery(tx, context, user, context, recovery.id))
    return { error: isCancelled ? null : 'invalid_link' }
  })
}

export const voidRecovery = (db: Db, userId: string) => queries.endRecovery(db, { userId }, 'voided')
