import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import type { StoredRun } from './coverage-runs.ts'

export const saveCoverage = (db: Db, agentId: string, run: StoredRun) =>
  db
    .updateTable('studio_agent')
    .set({ coverage: { ...run } })
    .where('id', '=', agentId)
    .execute()

/** Returns passages of different documents and places, in no other order than that of their ids. */
export async function samplePassages(db: Db, agentId: string, limit: number) {
  const { rows } = await sql<{ text: string; language: 'en' | 'pt' | null }>`
    select text, language from (
      select passage.text, version.language, row_number() over (partition by document.id order by md5(passage.id::text)) as turn
      from studio_passage as passage
        join studio_version as version on version.id = passage.version_id and version.current
        join studio_document as document on document.id = version.document_id and document.agent_id = ${agentId}
      where not passage.hidden and passage.question is null
    ) as sampled order by turn limit ${limit}`.execute(db)
  return rows
}
