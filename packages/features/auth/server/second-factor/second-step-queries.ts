import type { Db } from '@duo/db/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { databaseTime } from '../one-time-codes/one-time-codes-queries.ts'

const inMinutes = (minutes: number): RawBuilder<Date> => sql<Date>`now() + make_interval(mins => ${minutes})`
const now = sql<Date>`now()`

interface NewStep {
  userId: string
  tokenHash: string
  remember: boolean
  minutes: number
}

export function insertStep(db: Db, { userId, tokenHash, remember, minutes }: NewStep) {
  return db
    .insertInto('auth_second_step')
    .values({ id: uuid(), user_id: userId, token_hash: tokenHash, remember, expires_at: inMinutes(minutes) })
    .execute()
}

export function findStepByToken(db: Db, tokenHash: string) {
  return db
    .selectFrom('auth_second_step')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select(['id', 'user_id as userId', 'remember', 'tries'])
    .executeTakeFirst()
}

export function incrementTries(db: Db, id: string) {
  return db
    .updateTable('auth_second_step')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export function deleteStep(db: Db, id: string) {
  return db.deleteFrom('auth_second_step').where('id', '=', id).execute()
}

export function deleteSteps(db: Db, userId: string) {
  return db.deleteFrom('auth_second_step').where('user_id', '=', userId).execute()
}

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
