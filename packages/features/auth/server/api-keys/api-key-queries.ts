import type { Db } from '@duo/db/index.ts'
import { purge } from '@duo/platform/server/purge.ts'
import type { Viewer } from '@duo/platform/server/trpc.ts'
import type { Scope } from '@duo/platform/shared/scopes.ts'
import { sql } from 'kysely'
import { viewerColumns } from '../sessions/session-queries.ts'

const now = sql<Date>`now()`

/** Networks recorded per key, including the one of its creation. Uses from further ones cost no writes. */
export const maxKeyNetworks = 50

interface FoundKey extends Omit<Viewer, 'session'> {
  keyId: string
  hint: string
  scopes: Scope[]
  needsTouch: boolean
  isNewNetwork: boolean
}

export async function findApiKey(db: Db, hash: string, networkHash: string): Promise<FoundKey | undefined> {
  const { rows } = await sql<FoundKey>`
    select key.id as "keyId", key.hint, key.scopes, case
        when exists (select from auth_api_key_network where key_id = key.id and network_hash = ${networkHash}) then false
        else (select count(*) from auth_api_key_network where key_id = key.id) < ${maxKeyNetworks} end as "isNewNetwork",
      key.last_used_at is null or key.last_used_at < now() - interval '1 minute' as "needsTouch", ${viewerColumns}
    from auth_api_key as key join auth_user as person on person.id = key.user_id
    where key.token_hash = ${hash} and key.expires_at > now()`.execute(db)
  return rows[0]
}

export function touchApiKey(db: Db, id: string) {
  return db.updateTable('auth_api_key').set({ last_used_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

export async function listActiveApiKeyIds(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('auth_api_key').where('id', 'in', ids).where('expires_at', '>', now).select('id').execute()
  return rows.map(({ id }) => id)
}

/** Returns how many of the deleted keys had not expired. */
export async function deleteApiKeysOf(db: Db, userId: string): Promise<number> {
  const deleted = await db
    .deleteFrom('auth_api_key')
    .where('user_id', '=', userId)
    .returning(sql<boolean>`expires_at > now()`.as('isActive'))
    .execute()
  return deleted.filter(({ isActive }) => isActive).length
}

interface KeyNetwork {
  keyId: string
  networkHash: string
  isMailed: boolean
}

/** Returns undefined when the key is known there already. */
export function insertKeyNetwork(db: Db, { keyId, networkHash, isMailed }: KeyNetwork) {
  return db
    .insertInto('auth_api_key_network')
    .values({ key_id: keyId, network_hash: networkHash, mailed_at: isMailed ? now : null })
    .onConflict((conflict) => conflict.columns(['key_id', 'network_hash']).doNothing())
    .returning('key_id')
    .executeTakeFirst()
}

export async function countKeyNetworks(db: Db, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('auth_api_key_network')
    .where('key_id', '=', keyId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the mails about new networks of the last day, for all keys of an account. */
export async function countNetworkMails(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('auth_api_key_network as network')
    .innerJoin('auth_api_key as key', 'key.id', 'network.key_id')
    .where('key.user_id', '=', userId)
    .where('network.mailed_at', '>', sql<Date>`now() - interval '1 day'`)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const deleteAllApiKeys = (db: Db) => db.deleteFrom('auth_api_key').execute()

/** Deletes keys that expired more than `days` ago. */
export const purgeApiKeys = (db: Db, days: number) =>
  purge(db, 'auth_api_key', { where: sql`expires_at < now() - make_interval(days => ${days})` })
