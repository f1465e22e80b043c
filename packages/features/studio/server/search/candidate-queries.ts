import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export interface Candidate {
  id: string
  documentId: string
  documentName: string
  place: number
  text: string
  headings: string[]
  page: number | null
  lastPage: number | null
  second: number | null
  line: number | null
  question: string | null
}

interface Wanted {
  agentId: string
  /** Terms of which a candidate has one. */
  any: readonly string[]
  /** All terms of the question, with their weights, which order the candidates. */
  terms: readonly string[]
  weights: readonly number[]
  limit: number
}

/** Returns the passages of current versions that have the most weight of a question's terms. One statement: of one state of the data. */
export async function listCandidates(db: Db, { agentId, any, terms, weights, limit }: Wanted): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select passage.id, document.id as "documentId", document.name as "documentName", passage.place,
      passage.text, passage.headings, passage.page,
      passage.last_page as "lastPage", passage.second, passage.line, passage.question
    from studio_passage as passage
      join studio_version as version on version.id = passage.version_id and version.current
      join studio_document as document on document.id = version.document_id and document.agent_id = ${agentId}
      cross join lateral (
        select coalesce(sum(weight), 0) as weight
        from unnest(${terms}::text[], ${weights}::real[]) as asked (term, weight) where asked.term = any (passage.terms)
      ) as found
    where passage.terms && ${any}::text[] and not passage.hidden
    order by found.weight desc, passage.id limit ${limit}`.execute(db)
  return rows
}
