import { type Db, inTransaction } from '@duo/db/index.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuid, validate } from 'uuid'
import type { CancelChangeAnswer } from '../../schema.ts'
import { factorRecoveryDays, factorRecoveryOpenDays } from '../../second-factor-rules.ts'
import { recoveryPauseHours } from '../../second-factor-schema.ts'
import { Refusal } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { type Actor, record } from '../events/account-events.ts'
import { cancelRecoveryPurpose } from '../mail/second-factor-mail.ts'
import { type AccountWorld, actorIn } from '../reauthentication.ts'
import { type Owner, reportChange } from '../second-factor/account-factors.ts'
import { liveStep, stepOver } from '../second-factor/second-step.ts'
import { stepByToken } from '../second-factor/second-step-queries.ts'
import { actorOf } from '../sign-in/sign-in.ts'
import { lockPerson } from '../user-queries.ts'
import { factorRecoveryNotice, mailEveryAddress } from './factor-recovery-jobs.ts'
import * as queries from './factor-recovery-queries.ts'

const day = 86_400_000

/**
 * Begins the slow recovery of lost factors, from the second step: the first factor is proven. Where one is under way, it stays as it is.
 * Throws the refusals `STEP_OVER`, `MAIL_OFF` where mails do not go out, because an owner who is not warned cannot cancel, and, for a day
 * after one was cancelled, `RECOVERY_CANCELLED`.
 */
export async function askRecovery(world: World, call: CallState): Promise<{ ripeAt: string }> {
  const step = await liveStep(world, call)
  return inTransaction(world.db, async (tx) => {
    const person = await lockPerson(tx, step.userId)
    if (!person || !(await stepByToken(tx, step.tokenHash))) throw stepOver()
    const running = await queries.runningRecovery(tx, person.id)
    if (running) return { ripeAt: running.ripeAt.toISOString() }
    if (!world.sendsMail) throw new Refusal('MAIL_OFF', 'Mails do not go out', 409)
    const retryAfterSeconds = await queries.pauseAfterCancel(tx, person.id, recoveryPauseHours)
    if (retryAfterSeconds !== null) throw new Refusal('RECOVERY_CANCELLED', 'Cancelled a short while ago', 429, retryAfterSeconds)
    const id = uuid()
    const days = { waitDays: factorRecoveryDays, openDays: factorRecoveryOpenDays }
    const { ripeAt } = await queries.insertRecovery(tx, { id, userId: person.id, ...days })
    const eventId = await record(tx, world, { userId: person.id }, { kind: 'factor_recovery_asked', actor: actorOf(call) })
    await mailEveryAddress(tx, person, { kind: 'factor_recovery', eventId })
    const dayBefore = new Date(ripeAt.getTime() - day)
    await enqueue(tx, factorRecoveryNotice, { recoveryId: id, mail: 'factor_recovery_soon' }, { runAt: dayBefore })
    await enqueue(tx, factorRecoveryNotice, { recoveryId: id, mail: 'factor_recovery_ripe' }, { runAt: ripeAt })
    return { ripeAt: ripeAt.toISOString() }
  })
}

/** Cancels the recovery that is under way, if any, and mails its owner. Call it with the account locked. */
export async function cancelRecovery(
  db: Db,
  world: Pick<World, 'secret'>,
  owner: Owner,
  actor: Actor | null,
  id?: string,
): Promise<boolean> {
  const of = id === undefined ? { userId: owner.id } : { userId: owner.id, id }
  const wasRunning = await queries.endRecovery(db, of, 'cancelled')
  if (wasRunning) await reportChange(db, world, owner, { kind: 'factor_recovery_cancelled', actor })
  return wasRunning
}

/** Cancels it from the second step. */
export async function cancelFromStep(world: World, call: CallState): Promise<void> {
  const step = await liveStep(world, call)
  await inTransaction(world.db, async (tx) => {
    const person = await lockPerson(tx, step.userId)
    if (!person || !(await stepByToken(tx, step.tokenHash))) throw stepOver()
    await cancelRecovery(tx, world, person, actorOf(call))
  })
}

/** Cancels it from the account page. */
export function cancelFactorRecovery(world: AccountWorld): Promise<{ error: null }> {
  return inTransaction(world.db, async (tx) => {
    const person = await lockPerson(tx, world.user.id)
    if (!person) throw new AppError('unauthorized')
    await cancelRecovery(tx, world, person, actorIn(world))
    return { error: null }
  })
}

/** Cancels it by the link of its mails, which names one recovery. */
export async function cancelFactorRecoveryByLink(world: Omit<AccountWorld, 'user'>, token: string): Promise<CancelChangeAnswer> {
  const id = (await readTicket(world.secret, cancelRecoveryPurpose, token))?.subject ?? ''
  const known = validate(id) ? await queries.runningRecoveryById(world.db, id) : undefined
  if (!known) return { error: 'invalid_link' }
  return inTransaction(world.db, async (tx) => {
    const person = await lockPerson(tx, known.userId)
    const isCancelled = person && (await cancelRecovery(tx, world, person, world, known.id))
    return { error: isCancelled ? null : 'invalid_link' }
  })
}

/** Voids the recovery that is under way: what came since proves nothing about who asked for it. */
export const voidRecovery = (db: Db, userId: string) => queries.endRecovery(db, { userId }, 'voided')
