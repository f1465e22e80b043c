import type { Db } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { EventKind } from '../../schema.ts'
import type { StepMethod } from '../../second-factor-schema.ts'
import type { FactorRecovery, SecondFactors } from '../../second-factor-state.ts'
import { type Actor, recordEvent } from '../events/account-events.ts'
import { type ActiveRecovery, endRecovery, findActiveRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { findOneTimeCodes } from '../one-time-codes/one-time-codes-queries.ts'
import { listPasskeys } from '../passkeys/passkey-queries.ts'
import { countFactors, type FactorCounts, findRole, replaceRecoveryCodes } from './factor-queries.ts'
import { deleteSteps } from './second-step-queries.ts'

export const toRecoveryDto = (recovery: Pick<ActiveRecovery, 'ripeAt' | 'lapsesAt'> | undefined): FactorRecovery | null =>
  recovery ? { ripeAt: recovery.ripeAt.toISOString(), lapsesAt: recovery.lapsesAt.toISOString() } : null

export async function getSecondFactors(db: Db, userId: string): Promise<SecondFactors> {
  const [passkeys, codes, counts, role, recovery] = await Promise.all([
    listPasskeys(db, userId),
    findOneTimeCodes(db, userId),
    countFactors(db, userId),
    findRole(db, userId),
    findActiveRecovery(db, userId),
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
    recovery: toRecoveryDto(recovery),
  }
}

export const availableMethods = ({ passkeys, codes, recoveryCodes }: FactorCounts): StepMethod[] => [
  ...(passkeys > 0 ? (['passkey'] as const) : []),
  ...(codes > 0 ? (['code'] as const) : []),
  ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
]

const factorTotal = ({ passkeys, codes }: FactorCounts) => passkeys + codes

export const hasFactor = async (db: Db, userId: string) => factorTotal(await countFactors(db, userId)) > 0

export async function isLastRequiredFactor(db: Db, userId: string): Promise<boolean> {
  return factorTotal(await countFactors(db, userId)) === 1 && (await findRole(db, userId)) === 'operator'
}

/** Deletes what is useless without a factor: recovery codes, an active recovery and pending steps. */
export async function cleanUpWithoutFactor(db: Db, userId: string): Promise<void> {
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

export async function reportFactorChange(
  db: Db,
  context: Pick<AppContext, 'secret'>,
  { id, email, language }: Owner,
  { kind, actor }: { kind: EventKind; actor: Actor | null },
): Promise<string> {
  const eventId = await recordEvent(db, context, { userId: id }, { kind, actor })
  await enqueueAccountMail(db, { kind: 'factor', email, language, userId: id, eventId })
  return eventId
}
