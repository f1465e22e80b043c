import type { Db } from '@duo/db/index.ts'
import { sentenceStep, type TermPlaces } from '@duo/engine/search/document-terms.ts'
import { sql } from 'kysely'

interface CountedAgent {
  id: string
  number: number
}

/** A term of the index begins with the agent's number, because GIN indexes have no leading column without an extension. */
export const termOf = (agentNumber: number, stem: string) => `${agentNumber}.${stem}`
export const stemOf = (term: string) => term.slice(term.indexOf('.') + 1)

/** The classes of a position. Places in the text begin after those of the headings. */
const [inTitle, inPath, firstPlace] = ['1A', '2B', sentenceStep]
/** A tsvector holds no higher position, and no more of a term. */
const lastPosition = 16_383
const maxPositions = 255

/** What the column of a passage's terms holds: each term with its positions, so that ranking needs no word of the text. */
export const termsColumn = (agentNumber: number, terms: ReadonlyMap<string, TermPlaces>) =>
  sql<string>`${[...terms].map(([stem, places]) => `${quoted(termOf(agentNumber, stem))}:${positions(places)}`).join(' ')}::tsvector`

const quoted = (term: string) => `'${term.replaceAll(/['\\]/g, '$&$&')}'`

function positions({ isInTitle, isInPath, places }: TermPlaces): string {
  const inText = [...new Set(places.map((place) => Math.min(firstPlace + place, lastPosition)))].slice(0, maxPositions - 2)
  return [...(isInTitle ? [inTitle] : []), ...(isInPath ? [inPath] : []), ...inText].join(',')
}

/** Reads what `positions` wrote, as Postgres lists it: positions without a class are in the text. */
export function placesOf(positions: readonly number[], classes: readonly string[]): TermPlaces {
  const places = positions.filter((_, at) => classes[at] === 'D').map((position) => position - firstPlace)
  return { isInTitle: classes.includes('A'), isInPath: classes.includes('B'), places }
}

/** Counts the terms of passages as searched. Lock the agent before. */
export const countPassages = (db: Db, agent: CountedAgent, passageIds: readonly string[]) =>
  changeCounts(db, agent, sql`passage.id = any(${passageIds})`, 1)

/** Counting the words of a file of 20 MB takes longer than a statement of a request may. For the transaction. */
export const allowLongCount = (db: Db) => sql`set local statement_timeout = '60s'`.execute(db)

/** The same for all passages of a version. */
export const countVersion = (db: Db, agent: CountedAgent, versionId: string) =>
  changeCounts(db, agent, sql`passage.version_id = ${versionId}`, 1)

/** Counts the passages of a version no longer: it is deleted, or another one takes its place. */
export const uncountPassages = (db: Db, agent: CountedAgent, versionId: string) =>
  changeCounts(db, agent, sql`passage.version_id = ${versionId}`, -1)

export const uncountPassagesById = (db: Db, agent: CountedAgent, passageIds: readonly string[]) =>
  changeCounts(db, agent, sql`passage.id = any(${passageIds})`, -1)

/** Ordered by term, so that no two transactions wait for each other. */
async function changeCounts(db: Db, { id, number }: CountedAgent, which: ReturnType<typeof sql>, by: 1 | -1): Promise<void> {
  const prefix = `${number}.`.length + 1
  await sql`
    with chosen as (select passage.terms from studio_passage as passage where ${which} and not passage.hidden),
    counted as (select substr(term, ${prefix}) as term, count(*)::integer as passages from chosen, unnest(tsvector_to_array(terms)) as term group by 1),
    changed as (
      insert into studio_term (agent_number, term, passages)
      select ${number}::integer, term, passages * ${by}::integer from counted order by term
      on conflict (agent_number, term) do update set passages = studio_term.passages + excluded.passages
    )
    update studio_agent set passages = passages + ${by}::integer * (select count(*) from chosen)::integer where id = ${id}`.execute(
    db,
  )
  if (by < 0) await sql`delete from studio_term where agent_number = ${number} and passages <= 0`.execute(db)
}

/** Returns how many searched passages of an agent have each of these stems; stems that none has are left out. */
export async function countTerms(db: Db, agentNumber: number, stems: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('studio_term')
    .where('agent_number', '=', agentNumber)
    .where('term', '=', sql<string>`any(${stems})`)
    .select(['term', 'passages'])
    .execute()
  return new Map(rows.map(({ term, passages }) => [term, passages]))
}

/** Bound of the stems that are compared with a misspelt word. */
const maxAlike = 3_000

/** Returns stems of an agent that begin alike, by bytes. */
export async function listTermsFrom(db: Db, agentNumber: number, start: string): Promise<string[]> {
  const rows = await db
    .selectFrom('studio_term')
    .where('agent_number', '=', agentNumber)
    .where('term', '>=', start)
    .where('term', '<', `${start}\u{10FFFF}`)
    .select('term')
    .limit(maxAlike)
    .execute()
  return rows.map(({ term }) => term)
}
