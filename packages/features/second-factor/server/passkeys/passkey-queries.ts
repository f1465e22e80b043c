import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export interface PasskeyRecord {
  id: string
  userId: string
  credentialId: string
  publicKey: Buffer
  counter: number | string
  transports: string[]
  disputedAt: Date | null
}

export function listPasskeys(db: Db, userId: string) {
  return db
    .selectFrom('auth_passkey')
    .where('user_id', '=', userId)
    .select([
      'id',
      'name',
      'credential_id as credentialId',
      'transports',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function findPasskeyByCredential(db: Db, credentialId: string): Promise<PasskeyRecord | undefined> {
  return db
    .selectFrom('auth_passkey')
    .where('credential_id', '=', credentialId)
    .select(['id', 'user_id as userId', 'credential_id as credentialId', 'public_key as publicKey', 'counter', 'transports'])
    .select('disputed_at as disputedAt')
    .executeTakeFirst()
}

interface NewPasskey extends Omit<PasskeyRecord, 'disputedAt'> {
  name: string
  eventId: string
}

/** Returns undefined when the credential id exists already. */
export function insertPasskey(db: Db, { id, userId, credentialId, publicKey, counter, transports, name, eventId }: NewPasskey) {
  return db
    .insertInto('auth_passkey')
    .values({
      id,
      user_id: userId,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      transports,
      name,
      event_id: eventId,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
}

export function updatePasskeyUsage(db: Db, id: string, counter: number) {
  return db.updateTable('auth_passkey').set({ counter, last_used_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

export function renamePasskey(db: Db, { userId, id, name }: { userId: string; id: string; name: string }) {
  return db
    .updateTable('auth_passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
}

export function hasPasskey(db: Db, { userId, id }: { userId: string; id: string }) {
  return db.selectFrom('auth_passkey').where('user_id', '=', userId).where('id', '=', id).select('id').executeTakeFirst()
}

export function deletePasskey(db: Db, { userId, id }: { userId: string; id: string }) {
  return db.deleteFrom('auth_passkey').where('user_id', '=', userId).where('id', '=', id).execute()
}

export function disputePasskey(db: Db, userId: string, eventId: string) {
  return db
    .updateTable('auth_passkey')
    .set({ disputed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .execute()
}
