import type { Db } from '@duo/db/index.ts'
import type { Scope } from '@duo/platform/shared/scopes.ts'
import { sql } from 'kysely'

const columns = ['id', 'name', 'scopes', 'hint', 'created_at', 'expires_at', 'last_used_at'] as const

const now = sql<Date>`now()`

export function listApiKeys(db: Db, userId: string) {
  return db.selectFrom('auth_api_key').where('user_id', '=', userId).select(columns).orderBy('created_at', 'desc').execute()
}

export async function countActiveApiKeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('auth_api_key')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewApiKey {
  id: string
  userId: string
  name: string
  scopes: Scope[]
  hash: string
  hint: string
  days: number
}

export function insertApiKey(db: Db, { id, userId, name, scopes, hash, hint, days }: NewApiKey) {
  const expires_at = sql<Date>`now() + make_interval(days => ${days})`
  return db
    .insertInto('auth_api_key')
    .values({ id, user_id: userId, name, scopes, token_hash: hash, hint, expires_at })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function deleteApiKey(db: Db, { userId, id }: { userId: string; id: string }) {
  return db.deleteFrom('auth_api_key').where('user_id', '=', userId).where('id', '=', id).returning('id').executeTakeFirst()
}
