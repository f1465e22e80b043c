import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { searchConfig } from '@duo/platform/shared/text/search-words.ts'
import { type SqlBool, sql } from 'kysely'

export interface NoteRow {
  key: string
  place: number
  title: string
  text: string
  source: string
}

/** A word of a question as the stemmer gets it, other words for it, and how much it matters. */
export interface QueryWord {
  word: string
  kin: readonly string[]
  weight: number
}

/** A word of a question, by its place among those asked, and a note that has it; `key` is null for a word that no note has. */
export interface Hit {
  word: number
  /** Whether the stemmer takes it for a word at all. */
  counts: boolean
  key: string | null
  /** Whether the word itself is there, not only another one for it. */
  exact: boolean
  /** How well: 1 in title or terms, less in the text alone, less for another word. */
  strength: number
}

/** What a hit counts for in the text, the questions, the terms and the title (`D`, `C`, `B`, `A`), as ts_rank takes it. */
const strengths = sql.lit('{0.45, 0.85, 1.0, 1.0}')
/** ts_rank answers this for one hit of strength 1. */
const oneHit = sql.lit(0.607927)
/** What another word for the one asked counts for. */
const synonymStrength = sql.lit(0.7)

/** Written out, so that a prepared statement can use the language's own index. */
const inLanguage = { en: sql<SqlBool>`language = 'en'`, pt: sql<SqlBool>`language = 'pt'` }

/** Which of an agent's notes have which word of a question. Anything else is reckoned from it in `note-ranking.ts`. */
export async function hits(
  db: Db,
  { agentId, language, queryWords }: { agentId: string; language: Locale; queryWords: readonly QueryWord[] },
): Promise<Hit[]> {
  const words = queryWords.map(({ word, kin }, place) => ({ place, own_text: word, kin_text: kin.join(' | ') }))
  const config = sql`${sql.lit(searchConfig[language])}::regconfig`
  // as JSON: of arrays Postgres would believe that a plan for so many words is worth making again for every question
  const { rows } = await sql<{ hits: Hit[] | null }>`
      with asked as materialized (
        select place, numnode(own) > 0 as counts, own, coalesce(own || kin, own) as any_of,
          array(select to_tsquery(${config}, one) from unnest(string_to_array(kin_text, ' | ')) as one) as each_kin
        from json_to_recordset(${JSON.stringify(words)}::json) as word (place integer, own_text text, kin_text text)
        cross join lateral (
          select to_tsquery(${config}, own_text) as own, to_tsquery(${config}, nullif(kin_text, '')) as kin) as parsed
      )
      select json_agg(json_build_object('word', asked.place, 'counts', counts, 'key', note.key, 'exact', words @@ own, 'strength',
        -- a rank of many words would be their mean, so each is ranked alone
        greatest(least(1, ts_rank(${strengths}, words, own) / ${oneHit}), ${synonymStrength} * (
          select max(least(1, ts_rank(${strengths}, words, one) / ${oneHit})) from unnest(each_kin) as one))::real)) as hits
      from asked left join marketplace_note as note
        on note.agent_id = ${agentId} and ${inLanguage[language]} and words @@ any_of`.execute(db)
  return rows[0]?.hits ?? []
}

const orderedNotes = (db: Db, agentId: string, language: Locale) =>
  db
    .selectFrom('marketplace_note as note')
    .where('agent_id', '=', agentId)
    .where(inLanguage[language])
    .select(['key', 'place', 'title', 'text', 'source'])
    .orderBy('place')

/** All notes of an agent in a language, in their order, with what they are found by. */
export function listNotes(db: Db, agentId: string, language: Locale) {
  return orderedNotes(db, agentId, language).select(['terms', 'questions']).execute()
}

/** What the embedded engine needs of an agent in a language. */
export function findVoice(db: Db, agentId: string, language: Locale) {
  return db
    .selectFrom('marketplace_agent_text as text')
    .innerJoin('marketplace_agent as agent', 'agent.id', 'text.agent_id')
    .where('text.agent_id', '=', agentId)
    .where('text.language', '=', language)
    .select(['agent.name', 'text.voice', 'text.starters', 'text.vocabulary'])
    .executeTakeFirst()
}
