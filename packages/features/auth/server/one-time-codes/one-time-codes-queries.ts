import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export function findOneTimeCodes(db: Db, userId: string) {
  return db
    .selectFrom('auth_one_time_codes')
    .where('user_id', '=', userId)
    .select(['secret', 'last_step as lastStep', 'created_at as createdAt'])
    .executeTakeFirst()
}

interface NewCodes {
  userId: string
  secret: string
  lastStep: number
  eventId: string
}

export function upsertOneTimeCodes(db: Db, { userId, secret, lastStep, eventId }: NewCodes) {
  const values = { secret, last_step: lastStep, event_id: eventId, created_at: sql<Date>`now()` }
  return db
    .insertInto('auth_one_time_codes')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Returns undefined when this step's code, or a newer one, was used before. */
export function consumeTimeStep(db: Db, userId: string, step: number) {
  return db
    .updateTable('auth_one_time_codes')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
}

export function deleteOneTimeCodes(db: Db, userId: string) {
  return db.deleteFrom('auth_one_time_codes').where('user_id', '=', userId).returning('user_id').executeTakeFirst()
}
