import { type Db, inTransaction } from '@duo/db/index.ts'
import { type Count, forgive } from '@duo/platform/server/security/rate-limit.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { factorLimits, stepTries } from '../../second-factor-schema.ts'
import { Refusal } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { record } from '../events/account-events.ts'
import { cancelRecovery } from '../factor-recovery/factor-recovery.ts'
import { deviceOf } from '../sessions/device-queries.ts'
import { actorOf } from '../sign-in/sign-in.ts'
import { lockPerson, personById } from '../user-queries.ts'
import { factorCounts } from './factor-queries.ts'
import { openSession, withCookies } from './open-session.ts'
import { liveStep, stepOver } from './second-step.ts'
import { countTry, deleteStep, stepByToken } from './second-step-queries.ts'

type Person = NonNullable<Awaited<ReturnType<typeof lockPerson>>>
type Step = Awaited<ReturnType<typeof liveStep>>

/** A factor: checks what the caller sent, in the transaction that opens the session, with the account locked. */
export interface Factor {
  check: (tx: Db, person: Person, step: Step) => Promise<boolean>
  /** The code of the refusal. */
  refusal: 'WRONG_CODE' | 'PASSKEY_REFUSED'
}

/**
 * Passes the caller's second step with a factor: the step and the factor are used up, a recovery that is under way is cancelled, and the
 * session is opened, in one transaction. A wrong try is counted and written into the trail. Throws the refusals of the factor and
 * `STEP_OVER`; 429.
 */
export async function passSecondStep(world: World, call: CallState, { check, refusal }: Factor): Promise<Response> {
  const step = await liveStep(world, call)
  const counts = await countTries(world, call, step.userId)
  const cookies = await inTransaction(world.db, async (tx) => {
    const person = await lockPerson(tx, step.userId)
    const live = person && (await stepByToken(tx, step.tokenHash))
    if (!live) throw stepOver()
    if (!(await check(tx, person, step))) return await refuse(tx, world, call, live)
    await deleteStep(tx, live.id)
    await cancelRecovery(tx, world, person, actorOf(call))
    return await openSession(tx, world, call, { userId: person.id, remember: live.remember })
  }).catch(async (error: unknown) => {
    await forgive(world, counts, error)
    throw error
  })
  if (cookies === null) throw new Refusal(refusal, 'Second factor refused', 401)
  for (const { limit, key } of counts) await world.rateLimit.giveBack?.(limit, key)
  return withCookies(await describeSignedIn(world.db, step.userId), cookies)
}

/** Counts a wrong try; the last one ends the step. */
async function refuse(tx: Db, world: World, call: CallState, { id, userId, tries }: Omit<Step, 'tokenHash'>): Promise<null> {
  await record(tx, world, { userId }, { kind: 'second_factor_refused', actor: actorOf(call) })
  if (tries + 1 >= stepTries) await deleteStep(tx, id)
  else await countTry(tx, id)
  return null
}

/** Counts a try against the account, or against a device that has signed in to it: a recovery must not leave its owner with what strangers have used up. Throws 429. */
async function countTries(world: World, { devices }: CallState, userId: string): Promise<Count[]> {
  const device = await deviceOf(world.db, devices, userId)
  const { account, accountDay, device: ofDevice, deviceDay } = factorLimits
  const limits = device === null ? [account, accountDay] : [ofDevice, deviceDay]
  const counts = limits.map((limit) => ({ limit, key: device ?? userId }))
  for (const { limit, key } of counts) {
    const retryAfterSeconds = await world.rateLimit(limit, key)
    if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
  }
  return counts
}

/** The account that is signed in now, as better-auth says it. */
export async function describeSignedIn(db: Db, userId: string) {
  const person = await personById(db, userId)
  if (!person) throw stepOver()
  const { id, email, name } = person
  return { user: { id, email, name }, recoveryCodesLeft: (await factorCounts(db, userId)).recoveryCodes }
}
