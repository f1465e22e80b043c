import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { databaseTime } from '../challenges/challenge-queries.ts'

export function findOneTimeCodes(db: Db, userId: string) {
  return db
    .selectFrom('auth_one_time_codes')
    .where('user_id', '=', userId)
    .select(['secret', 'last_step as lastStep', 'created_at as createdAt'])
    .select(databaseTime.as('now'))
    .executeTakeFirst()
}

interface NewCodes {
  userId: string
  secret: string
  lastStep: number
  eventId: string
}

export function upsertOneTimeCodes(db: Db, { userId, secret, lastStep, eventId }: NewCodes) {
  const values = { secret, last_step: lastStep, used_steps: [lastStep], event_id: eventId, created_at: sql<Date>`now()` }
  return db
    .insertInto('auth_one_time_codes')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Enough to remember codes from before and after a clock was corrected. */
const rememberedSteps = 20

/**
 * Returns undefined when this step's code, or a newer one, was used before. A last step beyond `newest` was stored by a clock that
 * was ahead. It blocks no other code, but stays remembered, so that its own code does not work when its time comes.
 */
export async function consumeTimeStep(
  db: Db,
  userId: string,
  { step, newest }: { step: number; newest: number },
): Promise<boolean> {
  const { rows } = await sql`
    update auth_one_time_codes as codes
    set last_step = ${step}::bigint, used_steps = used.steps[greatest(1, cardinality(used.steps) - ${rememberedSteps - 1}::int):]
    from (select user_id, used_steps || last_step || ${step}::bigint as steps from auth_one_time_codes where user_id = ${userId})
      as used
    where codes.user_id = used.user_id and ${step}::bigint <> all(codes.used_steps) and codes.last_step <> ${step}::bigint
      and (codes.last_step < ${step}::bigint or codes.last_step > ${newest}::bigint)
    returning codes.user_id`.execute(db)
  return rows.length > 0
}

/** Remembers a step whose code was refused but recognised: the response tells when it is right, and it must not work then. */
export async function spoilTimeStep(db: Db, userId: string, step: number): Promise<void> {
  await sql`
    update auth_one_time_codes
    set used_steps = (used_steps || ${step}::bigint)[greatest(1, cardinality(used_steps) - ${rememberedSteps - 2}::int):]
    where user_id = ${userId}`.execute(db)
}

export function deleteOneTimeCodes(db: Db, userId: string) {
  return db.deleteFrom('auth_one_time_codes').where('user_id', '=', userId).returning('user_id').executeTakeFirst()
}
