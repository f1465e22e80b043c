import type { Db } from '@duo/db/index.ts'
import { purge } from '@duo/platform/server/purge.ts'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'

export const inMinutes = (minutes: number): RawBuilder<Date> => sql<Date>`now() + make_interval(mins => ${minutes})`
export const now = sql<Date>`now()`

/** The database's clock in ms, which all servers share. */
export const databaseTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

export type ChallengeKey =
  | { kind: 'add_passkey' | 'set_up_codes' | 'pass_factor'; sessionId: string }
  | { kind: 'second_step'; stepId: string }

export async function replaceChallenge(db: Db, key: ChallengeKey, { value, minutes }: { value: string; minutes: number }) {
  await deleteChallenge(db, key)
  await db
    .insertInto('auth_challenge')
    .values({
      id: uuid(),
      kind: key.kind,
      session_id: 'sessionId' in key ? key.sessionId : null,
      step_id: 'stepId' in key ? key.stepId : null,
      value,
      expires_at: inMinutes(minutes),
    })
    .execute()
}

const deleteMatchingChallenges = (db: Db, key: ChallengeKey) =>
  db
    .deleteFrom('auth_challenge')
    .where('kind', '=', key.kind)
    .where('sessionId' in key ? 'session_id' : 'step_id', '=', 'sessionId' in key ? key.sessionId : key.stepId)

export const deleteChallenge = (db: Db, key: ChallengeKey) => deleteMatchingChallenges(db, key).execute()

export async function consumeChallenge(db: Db, key: ChallengeKey): Promise<string | undefined> {
  return (await deleteMatchingChallenges(db, key).where('expires_at', '>', now).returning('value').executeTakeFirst())?.value
}

/** Deletes all challenges of a session. */
export const deleteSetups = (db: Db, sessionId: string) =>
  db.deleteFrom('auth_challenge').where('session_id', '=', sessionId).execute()

/** Marks a sign-in challenge as used until it expires. Undefined when it was used before. */
export function consumeSignInChallenge(db: Db, id: string, minutes: number) {
  return db
    .insertInto('auth_challenge')
    .values({ id, kind: 'sign_in', session_id: null, step_id: null, value: '', expires_at: inMinutes(minutes) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
}

export function findCodesSetup(db: Db, sessionId: string) {
  return db
    .selectFrom('auth_challenge')
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'set_up_codes')
    .where('expires_at', '>', now)
    .select('value as sealedSecret')
    .select(databaseTime.as('now'))
    .executeTakeFirst()
}

export const purgeChallenges = (db: Db) => purge(db, 'auth_challenge', { where: sql`expires_at < now()` })
