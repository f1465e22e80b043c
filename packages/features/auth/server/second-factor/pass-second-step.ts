import { type Db, inTransaction } from '@duo/db/index.ts'
import { type Count, consume, undoCountsIfUnavailable } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { type ClockOff, factorLimits, stepTries } from '../../second-factor-schema.ts'
import { AuthEndpointError } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { recordEvent } from '../events/account-events.ts'
import { cancelRecovery } from '../factor-recovery/factor-recovery.ts'
import { findDevice } from '../sessions/device-queries.ts'
import { actorOfCall } from '../sign-in/sign-in.ts'
import { findUserById, lockUser } from '../user-queries.ts'
import type { Owner } from './account-factors.ts'
import { countFactors } from './factor-queries.ts'
import { openSession, withCookies } from './open-session.ts'
import { requireActiveStep, stepExpiredError } from './second-step.ts'
import { type ChallengeKey, deleteStep, findStepByToken, incrementTries } from './second-step-queries.ts'

type Step = Awaited<ReturnType<typeof requireActiveStep>>

/** Verifies a factor in the transaction that acts on it, with the account locked. */
export interface Factor {
  check: (tx: Db, user: Owner, challengeKey: ChallengeKey) => Promise<boolean | ClockOff>
  refusal: 'WRONG_CODE' | 'PASSKEY_REFUSED'
}

/** Uses up step and factor, cancels a recovery and opens the session in one transaction. Throws `STEP_OVER`; 429. */
export async function passSecondStep(context: AppContext, call: CallState, { check, refusal }: Factor): Promise<Response> {
  const step = await requireActiveStep(context, call)
  const counts = await consumeFactorLimit(context, call, step.userId)
  const outcome = await inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, step.userId)
    const activeStep = user && (await findStepByToken(tx, step.tokenHash))
    if (!activeStep) throw stepExpiredError()
    const passed = await check(tx, user, { kind: 'second_step', stepId: activeStep.id })
    if (passed !== true) {
      await recordFailedTry(tx, context, call, activeStep)
      return { refused: passed }
    }
    await deleteStep(tx, activeStep.id)
    await cancelRecovery(tx, context, user, actorOfCall(call))
    return { cookies: await openSession(tx, context, call, { userId: user.id, remember: activeStep.remember }) }
  }).catch(async (error: unknown) => {
    await undoCountsIfUnavailable(context, counts, error)
    throw error
  })
  if ('refused' in outcome) {
    if (outcome.refused === false) throw new AuthEndpointError(refusal, 'Second factor refused', 401)
    throw new AuthEndpointError('CLOCK_OFF', 'The code is right at another time', 401, undefined, outcome.refused)
  }
  for (const { limit, key } of counts) await context.rateLimit.giveBack?.(limit, key)
  return withCookies(await getSignedInUser(context.db, step.userId), outcome.cookies)
}

async function recordFailedTry(
  tx: Db,
  context: AppContext,
  call: CallState,
  { id, userId, tries }: Omit<Step, 'tokenHash'>,
): Promise<void> {
  await recordEvent(tx, context, { userId }, { kind: 'second_factor_refused', actor: actorOfCall(call) })
  if (tries + 1 >= stepTries) await deleteStep(tx, id)
  else await incrementTries(tx, id)
}

/** Counts per account, or per known device, so that others cannot use up the owner's attempts. Throws 429. */
async function consumeFactorLimit(context: AppContext, { devices }: CallState, userId: string): Promise<Count[]> {
  const device = await findDevice(context.db, devices, userId)
  const { account, accountDay, device: ofDevice, deviceDay } = factorLimits
  const limits = device === null ? [account, accountDay] : [ofDevice, deviceDay]
  const counts = limits.map((limit) => ({ limit, key: device ?? userId }))
  for (const count of counts) await consume(context, count)
  return counts
}

export async function getSignedInUser(db: Db, userId: string) {
  const user = await findUserById(db, userId)
  if (!user) throw stepExpiredError()
  const { id, email, name } = user
  return { user: { id, email, name }, recoveryCodesLeft: (await countFactors(db, userId)).recoveryCodes }
}
