import type { Db } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { EventKind } from '#auth/schema.ts'
import { type Actor, recordEvent } from '#auth/server/events/account-events.ts'
import { enqueueAccountMail } from '#auth/server/mail/account-mail-job.ts'
import { findRole } from '#auth/server/users/role-queries.ts'
import type { Owner } from '#auth/server/users/user-queries.ts'
import type { StepMethod } from '../../schema.ts'
import { countFactors, type FactorCounts } from './factor-queries.ts'

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
