import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

export async function setPassword(db: Db, userId: string, hash: string) {
  await db
    .insertInto('auth_account')
    .values({ id: uuid(), user_id: userId, provider_id: 'credential', account_id: userId, password: hash })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: sql<Date>`now()` }),
    )
    .execute()
}

export function clearPassword(db: Db, userId: string) {
  return db
    .updateTable('auth_account')
    .set({ password: null, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()
}

export function deleteLinkedAccounts(db: Db, userId: string) {
  return db.deleteFrom('auth_account').where('user_id', '=', userId).execute()
}
