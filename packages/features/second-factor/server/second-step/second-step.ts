import { type Db, inTransaction } from '@duo/db/index.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { newToken } from '#auth/server/sessions/sessions.ts'
import { type FirstFactor, holdsPassword } from '#auth/server/sign-in/first-factor.ts'
import { lockUser } from '#auth/server/users/user-queries.ts'
import { type SecondStepResult, stepMinutes } from '../../schema.ts'
import { findStepByToken, insertStep } from '../challenges/step-queries.ts'
import { toRecoveryDto } from '../factor-recovery/factor-recovery.ts'
import { findActiveRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { availableMethods } from '../factors/account-factors.ts'
import { countFactors } from '../factors/factor-queries.ts'
import { readStepHash, stepHash } from './step-cookies.ts'

/** Starts the second step and returns its token, for the cookie. Null when the verified password has changed since. */
export function startStep(db: Db, passed: FirstFactor, remember: boolean): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, passed.userId)
    // a reset between the check and this lock voided only the steps that existed then
    if (!(await holdsPassword(tx, passed))) return null
    const token = newToken()
    await insertStep(tx, { userId: passed.userId, tokenHash: stepHash(token), remember, minutes: stepMinutes })
    return token
  })
}

export const stepOver = { error: 'step_over' } as const

/** The step that this browser has started; null when it is over. */
export async function findActiveStep(context: RequestContext) {
  const tokenHash = readStepHash(context, context.credentials.cookie)
  const step = tokenHash && (await findStepByToken(context.db, tokenHash))
  return step ? { ...step, tokenHash } : null
}

export async function getSecondStep(context: RequestContext): Promise<SecondStepResult> {
  const step = await findActiveStep(context)
  if (!step) return stepOver
  const [counts, recovery] = await Promise.all([
    countFactors(context.db, step.userId),
    findActiveRecovery(context.db, step.userId),
  ])
  return { error: null, methods: availableMethods(counts), canRecover: context.sendsMail, recovery: toRecoveryDto(recovery) }
}
