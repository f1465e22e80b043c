import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export interface FactorCounts {
  passkeys: number
  codes: number
  recoveryCodes: number
}

export async function countFactors(db: Db, userId: string): Promise<FactorCounts> {
  const { rows } = await sql<FactorCounts>`
    select (select count(*)::int from auth_passkey where user_id = ${userId}) as passkeys,
      (select count(*)::int from auth_one_time_codes where user_id = ${userId}) as codes,
      (select count(*)::int from auth_recovery_code where user_id = ${userId}) as "recoveryCodes"`.execute(db)
  return rows[0] ?? { passkeys: 0, codes: 0, recoveryCodes: 0 }
}

export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('auth_recovery_code').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await db
    .insertInto('auth_recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export function deleteRecoveryCode(db: Db, userId: string, hash: string) {
  return db
    .deleteFrom('auth_recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst()
}

export async function deleteFactors(db: Db, userId: string): Promise<number> {
  const passkeys = await db.deleteFrom('auth_passkey').where('user_id', '=', userId).returning('id').execute()
  const codes = await db.deleteFrom('auth_one_time_codes').where('user_id', '=', userId).returning('user_id').execute()
  await replaceRecoveryCodes(db, userId, [])
  return passkeys.length + codes.length
}

type Condition = { event: string } | { since: Date }

/** Deletes the factor that an event added, or all added since a time. Returns how many. */
export async function deleteFactorsAdded(db: Db, userId: string, condition: Condition): Promise<number> {
  const [column, operator, value] =
    'event' in condition ? (['event_id', '=', condition.event] as const) : (['created_at', '>=', condition.since] as const)
  const passkeys = await db
    .deleteFrom('auth_passkey')
    .where('user_id', '=', userId)
    .where(column, operator, value)
    .returning('id')
    .execute()
  const codes = await db
    .deleteFrom('auth_one_time_codes')
    .where('user_id', '=', userId)
    .where(column, operator, value)
    .returning('user_id')
    .execute()
  return passkeys.length + codes.length
}
