import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import type { StoredProfile } from './profile.ts'

export const findDraft = (db: Db, { id, ownerId }: { id: string; ownerId: string }) =>
  db
    .selectFrom('studio_agent as agent')
    .where('agent.id', '=', id)
    .where('agent.owner_id', '=', ownerId)
    .where('agent.release_of', 'is', null)
    .select((eb) => [
      'agent.id',
      'agent.number',
      'agent.owner_id as ownerId',
      'agent.name',
      'agent.language',
      'agent.passages',
      'agent.profile',
      'agent.revision',
      'agent.slug',
      'agent.release_id as releaseId',
      'agent.paused_at as pausedAt',
      'agent.taken_down_at as takenDownAt',
      'agent.takedown_reason as takedownReason',
      'agent.coverage',
      eb
        .selectFrom('studio_document as document')
        .whereRef('document.agent_id', '=', 'agent.id')
        .select((of) => of.fn.countAll<string>().as('count'))
        .as('documents'),
    ])
    .executeTakeFirst()

export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>

/** Saves name and profile unless another tab saved meanwhile. */
export const saveDraft = (
  db: Db,
  {
    id,
    ownerId,
    revision,
    name,
    profile,
  }: { id: string; ownerId: string; revision: number; name: string; profile: StoredProfile },
) =>
  db
    .updateTable('studio_agent')
    .set({ name, profile: { ...profile }, revision: revision + 1 })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('release_of', 'is', null)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst()

/** Headings and questions of an agent's passages, those of different documents first. */
export async function listTopics(db: Db, agentId: string, limit: number) {
  const { rows } = await sql<{ heading: string | null; question: string | null; language: 'en' | 'pt' | null }>`
    select heading, question, language from (
      select distinct on (document.id, coalesce(passage.question, passage.headings[cardinality(passage.headings)]))
        passage.headings[cardinality(passage.headings)] as heading, passage.question, version.language, document.id as document, passage.place
      from studio_passage as passage
        join studio_version as version on version.id = passage.version_id and version.current
        join studio_document as document on document.id = version.document_id and document.agent_id = ${agentId}
      where not passage.hidden and (passage.question is not null or cardinality(passage.headings) > 0)
      order by document.id, coalesce(passage.question, passage.headings[cardinality(passage.headings)]), passage.place
      limit 2000
    ) as topic
    order by row_number() over (partition by document order by place), document limit ${limit}`.execute(db)
  return rows
}
