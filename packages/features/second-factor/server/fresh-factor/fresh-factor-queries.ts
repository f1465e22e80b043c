import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { freshFactorMinutes, freshMinutes } from '../../schema.ts'

export interface SessionProof {
  hasFactor: boolean
  isFactorFresh: boolean
  isSignInRecent: boolean
}

/** A time far in the future was stored by a clock that was ahead: it proves nothing. */
const isWithin = (column: string, minutes: number) =>
  sql<boolean>`coalesce(${sql.ref(column)} between now() - make_interval(mins => ${minutes}) and now() + interval '1 minute', false)`

export async function findSessionProof(db: Db, sessionId: string): Promise<SessionProof | undefined> {
  const { rows } = await sql<SessionProof>`
    select exists (select from auth_passkey where user_id = session.user_id)
        or exists (select from auth_one_time_codes where user_id = session.user_id) as "hasFactor",
      ${isWithin('session.factor_at', freshFactorMinutes)} as "isFactorFresh",
      ${isWithin('session.created_at', freshMinutes)} as "isSignInRecent"
    from auth_session as session where session.id = ${sessionId}`.execute(db)
  return rows[0]
}

export function markFactorPassed(db: Db, sessionId: string) {
  return db.updateTable('auth_session').set({ factor_at: sql<Date>`now()` }).where('id', '=', sessionId).execute()
}
