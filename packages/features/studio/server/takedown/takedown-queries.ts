import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

/** Locks an agent by its link, whether it is shared or not, until the transaction ends. */
export async function lockBySlug(db: Db, slug: string) {
  // its creator may be sharing it, which takes seconds
  await sql`set local lock_timeout = '60s'`.execute(db)
  await sql`set local statement_timeout = '60s'`.execute(db)
  return await db
    .selectFrom('studio_agent')
    .where('slug', '=', slug)
    .select(['id', 'taken_down_at as takenDownAt'])
    .forUpdate()
    .executeTakeFirst()
}

export const setTakedown = (db: Db, id: string, takedown: { at: Date; reason: string } | null) =>
  db
    .updateTable('studio_agent')
    .set({ taken_down_at: takedown?.at ?? null, takedown_reason: takedown?.reason ?? null })
    .where('id', '=', id)
    .execute()

/** An agent that is taken down, with the address of its creator. */
export const findTakenDown = (db: Db, id: string) =>
  db
    .selectFrom('studio_agent as agent')
    .innerJoin('auth_user as owner', 'owner.id', 'agent.owner_id')
    .where('agent.id', '=', id)
    .where('agent.taken_down_at', 'is not', null)
    .select(['agent.name', 'agent.takedown_reason as reason', 'owner.email', 'owner.language'])
    .executeTakeFirst()

/** The newest first. Names no visitor: none is stored with a report. */
export const listAllReports = (db: Db, { slug, limit }: { slug: string | null; limit: number }) =>
  db
    .selectFrom('studio_report as report')
    // reports outlive an agent that its creator deleted
    .leftJoin('studio_agent as agent', 'agent.id', 'report.agent_id')
    .$if(slug !== null, (query) => query.where('report.slug', '=', slug))
    .select([
      'report.created_at as at',
      'report.slug',
      'agent.taken_down_at as takenDownAt',
      'report.reason',
      'report.question',
      'report.reply',
    ])
    .orderBy('report.created_at', 'desc')
    .limit(limit)
    .execute()
