import type { Db } from '@duo/db/index.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { EventKind } from '../../schema.ts'
import type { FactorRecovery, SecondFactors } from '../../second-factor-state.ts'
import { type Actor, record } from '../events/account-events.ts'
import { endRecovery, type RunningRecovery, runningRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { queueMail } from '../mail/account-mail-job.ts'
import { oneTimeCodesOf } from '../one-time-codes/one-time-codes-queries.ts'
import { passkeysOf } from '../passkeys/passkey-queries.ts'
import { type FactorCounts, factorCounts, replaceRecoveryCodes, roleOf } from './factor-queries.ts'
import { deleteSteps } from './second-step-queries.ts'

export const describeRecovery = (recovery: Pick<RunningRecovery, 'ripeAt' | 'lapsesAt'> | undefined): FactorRecovery | null =>
  recovery ? { ripeAt: recovery.ripeAt.toISOString(), lapsesAt: recovery.lapsesAt.toISOString() } : null

/** Returns the second factors of an account as its page shows them. */
export async function secondFactors(db: Db, userId: string): Promise<SecondFactors> {
  const [passkeys, codes, counts, role, recovery] = await Promise.all([
    passkeysOf(db, userId),
    oneTimeCodesOf(db, userId),
    factorCounts(db, userId),
    roleOf(db, userId),
    runningRecovery(db, userId),
  ])
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    codesSince: codes?.createdAt.toISOString() ?? null,
    recoveryCodesLeft: counts.recoveryCodes,
    isDemanded: role === 'operator',
    recovery: describeRecovery(recovery),
  }
}

const factorsIn = ({ passkeys, codes }: FactorCounts) => passkeys + codes

export const hasFactor = async (db: Db, userId: string) => factorsIn(await factorCounts(db, userId)) > 0

/** Whether one factor less would leave an account without any whose role demands one. */
export async function isLastDemanded(db: Db, userId: string): Promise<boolean> {
  return factorsIn(await factorCounts(db, userId)) === 1 && (await roleOf(db, userId)) === 'operator'
}

/** Clears what is of no use without a factor: recovery codes, a running recovery, and steps that wait for one. */
export async function clearWithoutFactor(db: Db, userId: string): Promise<void> {
  if (await hasFactor(db, userId)) return
  await replaceRecoveryCodes(db, userId, [])
  await endRecovery(db, { userId }, 'voided')
  await deleteSteps(db, userId)
}

export interface Owner {
  id: string
  email: string
  language: Locale
}

/** Writes a change of the second factors into the trail and mails it to the owner. Returns the event's id. */
export async function reportChange(
  db: Db,
  world: Pick<World, 'secret'>,
  { id, email, language }: Owner,
  { kind, actor }: { kind: EventKind; actor: Actor | null },
): Promise<string> {
  const eventId = await record(db, world, { userId: id }, { kind, actor })
  await queueMail(db, { kind: 'factor', email, language, userId: id, eventId })
  return eventId
}
