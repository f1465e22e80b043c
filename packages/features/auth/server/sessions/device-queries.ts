import type { Db } from '@duo/db/index.ts'
import { purge } from '@duo/platform/server/purge.ts'
import { sql } from 'kysely'

const now = sql<Date>`now()`

/** Returns the device that has signed in to the e-mail's account and is not revoked. */
export async function findDeviceByEmail(db: Db, ids: readonly string[], email: string): Promise<string | null> {
  const row = await db
    .selectFrom('auth_device as device')
    .innerJoin('auth_user as person', 'person.id', 'device.user_id')
    .where('person.email', '=', email)
    .where('device.id', 'in', ids)
    .where('device.revoked_at', 'is', null)
    .select('device.id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the device that has ever signed in to the account, revoked or not. */
export async function findDevice(db: Db, ids: readonly string[], userId: string): Promise<string | null> {
  if (ids.length === 0) return null
  const row = await db
    .selectFrom('auth_device')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export function touchDevice(db: Db, { ids, userId, userAgent }: { ids: readonly string[]; userId: string; userAgent: string }) {
  return db
    .updateTable('auth_device')
    .set({ used_at: now, user_agent: userAgent })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

export function insertDevice(db: Db, device: { id: string; user_id: string; user_agent: string }) {
  return db.insertInto('auth_device').values(device).execute()
}

export function countDevices(db: Db, userId: string) {
  return db
    .selectFrom('auth_device')
    .where('user_id', '=', userId)
    .select([
      sql<number>`count(*)::int`.as('ever'),
      sql<number>`(count(*) filter (where created_at > now() - interval '1 day'))::int`.as('today'),
    ])
    .executeTakeFirstOrThrow()
}

export function revokeDevices(db: Db, userId: string) {
  return db
    .updateTable('auth_device')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('auth_session')
        .where('user_id', '=', userId)
        .where('device_id', 'is not', null)
        .select(sql<string>`device_id`.as('id')),
    )
    .execute()
}

export function revokeDevice(db: Db, { userId, id }: { userId: string; id: string }) {
  return db.updateTable('auth_device').set({ revoked_at: now }).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Whether one of the devices was known, and not revoked, at that time. */
export async function existedDeviceAt(
  db: Db,
  { ids, userId, at }: { ids: readonly string[]; userId: string; at: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('auth_device')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('created_at', '<', at)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>=', at)]))
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export function listDevices(db: Db, userId: string) {
  return db
    .selectFrom('auth_device')
    .where('user_id', '=', userId)
    .select(['id', 'user_agent', 'created_at', 'used_at', 'revoked_at'])
    .orderBy('used_at', 'desc')
    .execute()
}

export const purgeDevices = (db: Db, days: number) =>
  purge(db, 'auth_device', { where: sql`used_at < now() - make_interval(days => ${days})` })
