import type { Db } from '@duo/db/index.ts'
import { purge } from '@duo/platform/server/purge.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { sql } from 'kysely'

export interface Owner {
  id: string
  email: string
  language: Locale
}

export function findUserById(db: Db, id: string) {
  return db
    .selectFrom('auth_user')
    .where('id', '=', id)
    .select([
      'id',
      'name',
      'email',
      'language',
      'pending_email as pendingEmail',
      'confirmed_at as confirmedAt',
      'welcomed_at as welcomedAt',
      'created_at as createdAt',
    ])
    .executeTakeFirst()
}

export function lockUser(db: Db, id: string) {
  return db
    .selectFrom('auth_user')
    .where('id', '=', id)
    .select([
      'id',
      'email',
      'language',
      'pending_email as pendingEmail',
      'pending_id as pendingId',
      'pending_session as pendingSession',
      'confirmed_at as confirmedAt',
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns undefined when it was verified before, or the account is gone. */
export function markEmailVerified(db: Db, id: string) {
  return db
    .updateTable('auth_user')
    .set({ email_verified: true, confirmed_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning(['id', 'email', 'language', 'welcomed_at as welcomedAt'])
    .executeTakeFirst()
}

/** Throws a unique violation when another account has the e-mail by now. */
export function applyPendingEmail(db: Db, id: string) {
  return db
    .updateTable('auth_user')
    .set((eb) => ({
      email: eb.fn.coalesce('pending_email', 'email'),
      pending_email: null,
      pending_id: null,
      pending_session: null,
      email_verified: true,
      confirmed_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .returning(['id', 'email', 'language', 'welcomed_at as welcomedAt'])
    .executeTakeFirstOrThrow()
}

export function setPendingEmail(
  db: Db,
  id: string,
  { email, changeId, sessionId }: { email: string; changeId: string; sessionId: string },
) {
  return db
    .updateTable('auth_user')
    .set({ pending_email: email, pending_id: changeId, pending_session: sessionId })
    .where('id', '=', id)
    .execute()
}

export function clearPendingEmail(db: Db, id: string, change: { id: string } | { session: string }) {
  return db
    .updateTable('auth_user')
    .set({ pending_email: null, pending_id: null, pending_session: null })
    .where('id', '=', id)
    .where((eb) => ('id' in change ? eb('pending_id', '=', change.id) : eb('pending_session', '=', change.session)))
    .returning(['id', 'email', 'language'])
    .executeTakeFirst()
}

export function markWelcomed(db: Db, id: string) {
  return db
    .updateTable('auth_user')
    .set({ welcomed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('welcomed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** Throws a unique violation when another account has the e-mail by now. */
export function updateEmail(db: Db, id: string, email: string) {
  return db.updateTable('auth_user').set({ email, updated_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

export function updateProfile(db: Db, id: string, profile: { name?: string | undefined; language?: Locale | undefined }) {
  return db
    .updateTable('auth_user')
    .set({ ...profile, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Replaces password and name of an unverified account without a session; undefined for any other. */
export async function reclaimUnverifiedAccount(db: Db, id: string, { name, hash }: { name: string; hash: string }) {
  const row = await db
    .updateTable('auth_account')
    .set({ password: hash, updated_at: sql<Date>`now()` })
    .where('user_id', '=', id)
    .where('provider_id', '=', 'credential')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('auth_session').where('user_id', '=', id).select('id'))))
    .returning('id')
    .executeTakeFirst()
  if (row) await updateProfile(db, id, { name })
  return row
}

export function listLinkedAccounts(db: Db, userId: string) {
  return db
    .selectFrom('auth_account')
    .where('user_id', '=', userId)
    .select(['provider_id as provider', 'created_at as linkedAt', 'password'])
    .orderBy('created_at')
    .execute()
}

export function deleteLinkedAccount(db: Db, userId: string, provider: string) {
  return db
    .deleteFrom('auth_account')
    .where('user_id', '=', userId)
    .where('provider_id', '=', provider)
    .returning('id')
    .executeTakeFirst()
}

/** Cascades to sessions, linked accounts and queued mails. Undefined when it is gone. */
export function deleteUser(db: Db, id: string) {
  return db.deleteFrom('auth_user').where('id', '=', id).returning(['email', 'language']).executeTakeFirst()
}

/** A sign-up that never confirmed the address and was never signed in to. */
export const isUnused = sql<boolean>`not email_verified and not exists (select from auth_session where user_id = auth_user.id)`

export const purgeUnconfirmed = (db: Db, days: number) =>
  purge(db, 'auth_user', { where: sql`${isUnused} and created_at < now() - make_interval(days => ${days})` })

export function deleteUnused(db: Db, email: string) {
  return db.deleteFrom('auth_user').where('email', '=', email).where(isUnused).execute()
}
