import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export const listCorrections = (db: Db, agentId: string) =>
  db
    .selectFrom('studio_correction')
    .where('agent_id', '=', agentId)
    .select(['id', 'question', 'answer', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Without the answers, which are long. */
export const listCorrectedQuestions = (db: Db, agentId: string) =>
  db.selectFrom('studio_correction').where('agent_id', '=', agentId).select(['id', 'question']).execute()

export const findCorrection = (db: Db, id: string) =>
  db
    .selectFrom('studio_correction')
    .where('id', '=', id)
    .select(['id', 'question', 'answer', 'created_at as createdAt'])
    .executeTakeFirst()

export type CorrectionRow = Awaited<ReturnType<typeof listCorrections>>[number]

const owned = (ownerId: string) =>
  sql<boolean>`agent_id in (select id from studio_agent where owner_id = ${ownerId} and release_of is null)`

/** Stores a correction, or the new answer to a question that has one. Undefined if the agent has `max`. */
export async function saveCorrection(
  db: Db,
  { id, agentId, question, answer, max }: { id: string; agentId: string; question: string; answer: string; max: number },
): Promise<CorrectionRow | undefined> {
  const { rows } = await sql<CorrectionRow>`
    with changed as (
      update studio_correction set answer = ${answer}
      where agent_id = ${agentId} and lower(question) = lower(${question}) returning id, question, answer, created_at
    ), added as (
      insert into studio_correction (id, agent_id, question, answer)
      select ${id}, ${agentId}, ${question}, ${answer}
      where not exists (select from changed) and (select count(*) from studio_correction where agent_id = ${agentId}) < ${max}
      returning id, question, answer, created_at
    )
    select id, question, answer, created_at as "createdAt" from changed
    union all select id, question, answer, created_at from added`.execute(db)
  return rows[0]
}

/** Undefined if there is none, or if its answer is no longer `before`. */
export const editCorrection = (
  db: Db,
  { id, ownerId, answer, before }: { id: string; ownerId: string; answer: string; before?: string | undefined },
) =>
  db
    .updateTable('studio_correction')
    .set({ answer })
    .where('id', '=', id)
    .where(owned(ownerId))
    .$if(before !== undefined, (query) => query.where('answer', '=', before ?? ''))
    .returning(['id', 'question', 'answer', 'created_at as createdAt'])
    .executeTakeFirst()

export const findOwnCorrection = (db: Db, { id, ownerId }: { id: string; ownerId: string }) =>
  db.selectFrom('studio_correction').where('id', '=', id).where(owned(ownerId)).select('id').executeTakeFirst()

export const deleteCorrection = (db: Db, { id, ownerId }: { id: string; ownerId: string }) =>
  db.deleteFrom('studio_correction').where('id', '=', id).where(owned(ownerId)).returning('id').executeTakeFirst()
