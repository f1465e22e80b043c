import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { deleteApiKeysOf } from '../api-keys/api-key-queries.ts'
import { revokeDevices } from '../sessions/device-queries.ts'

export function findUserByReset(db: Db, identifier: string) {
  return db
    .selectFrom('auth_verification as reset')
    .innerJoin('auth_user as person', (join) => join.on(sql<boolean>`person.id::text = reset.value`))
    .leftJoin('auth_account as way', (join) =>
      join.onRef('way.user_id', '=', 'person.id').on('way.provider_id', '=', 'credential'),
    )
    .where('reset.identifier', '=', identifier)
    .where('reset.expires_at', '>', sql<Date>`now()`)
    .select(['person.id', 'person.email', 'person.name', 'way.password as hash'])
    .executeTakeFirst()
}

export function findActiveReset(db: Db, userId: string, hours: number) {
  return db
    .selectFrom('auth_verification')
    .where('value', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .select(['id', 'identifier'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

const inHours = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`

export function insertReset(db: Db, reset: { id: string; identifier: string; userId: string; hours: number }) {
  const { id, identifier, userId, hours } = reset
  return db
    .insertInto('auth_verification')
    .values({ id, identifier, value: userId, expires_at: inHours(hours) })
    .execute()
}

export function extendReset(db: Db, id: string, hours: number) {
  return db
    .updateTable('auth_verification')
    .set({ expires_at: inHours(hours) })
    .where('id', '=', id)
    .execute()
}

export function consumeReset(db: Db, identifier: string) {
  return db
    .deleteFrom('auth_verification')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
}

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

export interface AccessToKeep {
  sessions?: readonly string[]
  token?: string | null
}

/** Voids what someone without a session could still finish: links for a new password or e-mail, and linking a provider. */
export async function voidLinks(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  // the value is the account's id, or better-auth's state of a linking that contains it
  await db.deleteFrom('auth_verification').where(sql<boolean>`strpos(value, ${id}) > 0`).execute()
  await db
    .updateTable('auth_user')
    .set({ pending_email: null, pending_id: null, pending_session: null })
    .where('id', '=', id)
    .execute()
  await db
    .deleteFrom('auth_mail')
    .where('kind', 'in', ['recover', 'change'])
    .where((eb) => eb.or([eb('user_id', '=', id), eb.and([eb('user_id', 'is', null), eb('email', '=', email)])]))
    .execute()
}

/** Voids everything that could open or take over an account. Call it in the change's transaction, with the account locked. */
export async function revokeAccess(
  db: Db,
  user: { id: string; email: string },
  keep: AccessToKeep = {},
): Promise<{ sessions: number; keys: number }> {
  const { id } = user
  const { sessions = [], token = null } = keep
  await voidLinks(db, user)
  await db.deleteFrom('auth_second_step').where('user_id', '=', id).execute()
  const keys = await deleteApiKeysOf(db, id)
  const endedSessions = await db
    .deleteFrom('auth_session')
    .where('user_id', '=', id)
    .$if(sessions.length > 0, (query) => query.where('id', 'not in', sessions))
    .$if(token !== null, (query) => query.where('token', '!=', token))
    .returning('id')
    .execute()
  await revokeDevices(db, id)
  return { sessions: endedSessions.length, keys }
}
