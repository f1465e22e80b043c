import { inTransaction } from '@duo/db/index.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '#auth/server/events/account-events.ts'
import { actorOfCaller, callerOf } from '#auth/server/sign-in/sign-in-caller.ts'
import { lockUser } from '#auth/server/users/user-queries.ts'
import { factorRecoveryDays, factorRecoveryOpenDays } from '../../rules.ts'
import { type CancelRecoveryResult, recoveryPauseHours, type StartRecoveryResult } from '../../schema.ts'
import { findStepByToken } from '../challenges/step-queries.ts'
import { cancelRecovery } from '../factor-recovery/factor-recovery.ts'
import { factorRecoveryNotice, mailAllEmails } from '../factor-recovery/factor-recovery-jobs.ts'
import * as queries from '../factor-recovery/factor-recovery-queries.ts'
import { findActiveStep, stepOver } from './second-step.ts'

const dayMs = 86_400_000

export async function requestRecovery(context: RequestContext): Promise<StartRecoveryResult> {
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

export async function cancelRecoveryFromStep(context: RequestContext): Promise<CancelRecoveryResult> {
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
