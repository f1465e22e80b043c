import { type Db, inTransaction } from '@duo/db/index.ts'
import { type Count, consume, undoCountsIfUnavailable } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext, RequestContext } from '@duo/platform/server/trpc.ts'
import type { SignedInUser } from '#auth/schema.ts'
import { recordEvent } from '#auth/server/events/account-events.ts'
import { findDevice } from '#auth/server/sessions/device-queries.ts'
import { sendSession } from '#auth/server/sign-in/open-session.ts'
import { actorOfCaller, callerOf, type SignInCaller } from '#auth/server/sign-in/sign-in-caller.ts'
import { findUserById, lockUser } from '#auth/server/users/user-queries.ts'
import { factorLimits, type PassStepResult, stepTries } from '../../schema.ts'
import { deleteStep, findStepByToken, incrementTries } from '../challenges/step-queries.ts'
import type { Factor } from '../factor-checks/factor-checks.ts'
import { cancelRecovery } from '../factor-recovery/factor-recovery.ts'
import { countFactors } from '../factors/factor-queries.ts'
import { endSignInSteps, openSession } from './open-session.ts'
import { findActiveStep, stepOver } from './second-step.ts'

type Step = NonNullable<Awaited<ReturnType<typeof findStepByToken>>>

/** Uses up step and factor, cancels a recovery and opens the session in one transaction. Throws 429. */
export async function passSecondStep(context: RequestContext, { check, refusal }: Factor): Promise<PassStepResult> {
  const step = await findActiveStep(context)
  if (!step) return stepOver
  const caller = await callerOf(context)
  const counts = await consumeFactorLimit(context, caller, step.userId)
  const passed = await inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, step.userId)
    const activeStep = user && (await findStepByToken(tx, step.tokenHash))
    if (!activeStep) return stepOver
    const fits = await check(tx, user, { kind: 'second_step', stepId: activeStep.id })
    if (fits !== true) {
      await recordFailedTry(tx, context, caller, activeStep)
      return fits === false ? { error: refusal } : fits
    }
    await deleteStep(tx, activeStep.id)
    await cancelRecovery(tx, context, user, actorOfCaller(caller))
    return { error: null, session: await openSession(tx, context, caller, { userId: user.id, remember: activeStep.remember }) }
  }).catch(async (error: unknown) => {
    await undoCountsIfUnavailable(context, counts, error)
    throw error
  })
  if (passed.error !== null) return passed
  for (const { limit, key } of counts) await context.rateLimit.giveBack?.(limit, key)
  await sendSession(context, caller, passed.session)
  endSignInSteps(context)
  const user = await findSignedInUser(context.db, step.userId)
  return user ? { error: null, user, recoveryCodesLeft: (await countFactors(context.db, user.id)).recoveryCodes } : stepOver
}

async function recordFailedTry(tx: Db, context: AppContext, caller: SignInCaller, { id, userId, tries }: Step): Promise<void> {
  await recordEvent(tx, context, { userId }, { kind: 'second_factor_refused', actor: actorOfCaller(caller) })
  if (tries + 1 >= stepTries) await deleteStep(tx, id)
  else await incrementTries(tx, id)
}

/** Counts per account, or per known device, so that others cannot use up the owner's attempts. Throws 429. */
async function consumeFactorLimit(context: AppContext, { devices }: SignInCaller, userId: string): Promise<Count[]> {
  const device = await findDevice(context.db, devices, userId)
  const { account, accountDay, device: ofDevice, deviceDay } = factorLimits
  const limits = device === null ? [account, accountDay] : [ofDevice, deviceDay]
  const counts = limits.map((limit) => ({ limit, key: device ?? userId }))
  for (const count of counts) await consume(context, count)
  return counts
}

export async function findSignedInUser(db: Db, userId: string): Promise<SignedInUser | null> {
  const user = await findUserById(db, userId)
  return user ? { id: user.id, email: user.email, name: user.name } : null
}
