import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

/** Returns the follow-up with its version, or undefined when it is synced or the entry is gone. */
export function findUnsynced(db: Db, signupId: string) {
  return db
    .selectFrom('survey_follow_up as answers')
    .innerJoin('waitlist_signup as entry', 'entry.id', 'answers.signup_id')
    .where('answers.signup_id', '=', signupId)
    .where('answers.mirrored_at', 'is', null)
    .select([
      'answers.user_types as userTypes',
      'answers.niches',
      'answers.agent_types as agentTypes',
      'answers.description',
      'answers.address as ip',
      'entry.email',
      // as text: a Date would lose the microseconds that distinguish versions
      sql<string>`answers.updated_at::text`.as('version'),
    ])
    .executeTakeFirst()
}

/** Marks only this version as synced; later answers stay unsynced. */
export function markSynced(db: Db, signupId: string, version: string) {
  return db
    .updateTable('survey_follow_up')
    .set({ mirrored_at: sql`now()` })
    .where('signup_id', '=', signupId)
    .where(sql<boolean>`updated_at = ${version}::timestamptz`)
    .execute()
}

export async function listUnsyncedAfter(db: Db, cursor: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('survey_follow_up')
    .where('mirrored_at', 'is', null)
    .where('signup_id', '>', cursor)
    .orderBy('signup_id')
    .limit(limit)
    .select('signup_id')
    .execute()
  return rows.map((row) => row.signup_id)
}
