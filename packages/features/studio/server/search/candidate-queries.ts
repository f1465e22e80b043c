import type { Db } from '@duo/db/index.ts'
import type { RankedPassage } from '@duo/engine/search/ranking/passage-features.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Mark } from '@duo/reader/document.ts'
import { sql } from 'kysely'
import { placesOf, stemOf } from './term-queries.ts'

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
  marks: Mark[]
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
  /** Looked at as well. */
  nearest: readonly string[]
  limit: number
}

const quoted = (term: string) => `'${term.replaceAll(/['\\]/g, '$&$&')}'`
const oneOf = ({ terms }: WantedWord) => `(${terms.map(quoted).join(' | ')})`
const toQuery = (words: readonly WantedWord[]) => sql`${words.map(oneOf).join(' & ')}::tsquery`

interface Row extends Candidate {
  size: number
  /** `[term, positions, classes]` of the question’s terms. */
  found: [string, number[], string[]][] | null
}

/**
 * Returns the passages of current versions that are in the weightiest combinations of a question's words, and where they have them. The
 * index answers each combination separately, so that a common word costs no more than a rare one. One statement: of one state of the data.
 */
export async function listCandidates(
  db: Db,
  { agentId, combinations, words, each, nearest, limit }: Wanted,
): Promise<(Candidate & RankedPassage)[]> {
  const current = sql`join studio_version as version on version.id = passage.version_id and version.current`
  const found = combinations.map((combination) => {
    const weight = combination.reduce((sum, word) => sum + word.weight, 0)
    return sql`(select passage.id, ${weight}::real as weight from studio_passage as passage ${current}
      where passage.terms @@ ${toQuery(combination)} and not passage.hidden limit ${each})`
  })
  const near = sql`(select id, 'infinity'::real as weight from unnest(${nearest}::uuid[]) as id)`
  const terms = words.flatMap((word) => word.terms)
  const { rows } = await sql<Row>`
    with found as materialized (
      select id from (${sql.join([...found, near], sql` union all `)}) as found group by id order by sum(weight) desc, id
      limit ${limit + nearest.length}
    )
    select passage.id, document.id as "documentId", document.name as "documentName", passage.place, passage.text, passage.headings,
      passage.page, passage.last_page as "lastPage", passage.second, passage.line, passage.question, passage.marks,
      version.language,
      length(passage.terms) as size,
      (select json_agg(json_build_array(term.lexeme, term.positions, term.weights)) from unnest(passage.terms) as term
        where term.lexeme = any(${terms}::text[])) as found
    from found join studio_passage as passage on passage.id = found.id and not passage.hidden
      ${current}
      join studio_document as document on document.id = version.document_id and document.agent_id = ${agentId}`.execute(db)
  return rows.map(({ found, size, ...row }) => ({
    ...row,
    size,
    section: JSON.stringify([row.documentId, row.headings]),
    terms: new Map((found ?? []).map(([term, positions, classes]) => [stemOf(term), placesOf(positions, classes)])),
  }))
}
