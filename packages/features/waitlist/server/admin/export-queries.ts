import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { selectEntries } from './admin-queries.ts'

const chunk = 500

/** Streams all entries by position with one statement: one snapshot, sorted by Postgres, at most a chunk in memory. */
export function streamEntries(db: Db, answers: { qualification: boolean; followUp: boolean }) {
  return selectEntries(db)
    .select(sql<number>`row_number() over (order by coalesce(m.key, s.seat), m.seat)`.as('position'))
    .$if(answers.qualification, (query) =>
      query
        .leftJoin('survey_qualification as q', 'q.signup_id', 's.id')
        .select(['q.audience_size', 'q.categories', 'q.other_category', 'q.goals', 'q.created_at as qualified_at']),
    )
    .$if(answers.followUp, (query) =>
      query
        .leftJoin('survey_follow_up as f', 'f.signup_id', 's.id')
        .select([
          'f.user_types',
          'f.niches',
          'f.agent_types',
          'f.description',
          'f.address',
          'f.created_at as followed_up_at',
          'f.mirrored_at',
        ]),
    )
    .orderBy('position')
    .stream(chunk)
}

export async function countEntries(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('waitlist_signup')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
