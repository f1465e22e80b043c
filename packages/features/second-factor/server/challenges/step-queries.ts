import type { Db } from '@duo/db/index.ts'
import { purge } from '@duo/platform/server/purge.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { inMinutes, now } from './challenge-queries.ts'

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

export const purgeSteps = (db: Db) => purge(db, 'auth_second_step', { where: sql`expires_at < now()` })
