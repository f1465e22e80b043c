import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
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
  /** Of its document. */
  language: Locale | null
}

/** A word of a question: terms of which a passage has one, and what it counts for. */
export interface WantedWord {
  terms: readonly string[]
  weight: number
}

interface Wanted {
  agentId: string
  /** Combinations of words; passages that have all words of one are looked at, up to `each` for a combination. */
  combinations: readonly (readonly WantedWord[])[]
  words: readonly WantedWord[]
  each: number
  limit: number
}

const quoted = (term: string) => `'${term.replaceAll(/['\\]/g, '$&$&')}'`
const oneOf = ({ terms }: WantedWord) => `(${terms.map(quoted).join(' | ')})`
const toQuery = (words: readonly WantedWord[]) => sql`${words.map(oneOf).join(' & ')}::tsquery`

/**
 * Returns the passages of current versions that have the most weight of a question's words. The index answers each combination by
 * itself, so that a common word costs no more than a rare one. One statement: of one state of the data.
 */
export async function listCandidates(db: Db, { agentId, combinations, words, each, limit }: Wanted): Promise<Candidate[]> {
  const current = sql`join studio_version as version on version.id = passage.version_id and version.current`
  const found = combinations.map(
    (combination) => sql`(select passage.id from studio_passage as passage ${current}
      where passage.terms @@ ${toQuery(combination)} and not passage.hidden limit ${each})`,
  )
  const weight = words.map((word) => sql`case when passage.terms @@ ${toQuery([word])} then ${word.weight}::real else 0 end`)
  const { rows } = await sql<Candidate>`
    with found as (${sql.join(found, sql` union `)})
    select passage.id, document.id as "documentId", document.name as "documentName", passage.place, passage.text, passage.headings,
      passage.page, passage.last_page as "lastPage", passage.second, passage.line, passage.question, version.language
    from found join studio_passage as passage using (id)
      ${current}
      join studio_document as document on document.id = version.document_id and document.agent_id = ${agentId}
    order by ${sql.join(weight, sql` + `)} desc, passage.id limit ${limit}`.execute(db)
  return rows
}
