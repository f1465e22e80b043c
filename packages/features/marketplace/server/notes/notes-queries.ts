import type { Db } from '@duo/db/index.ts'
import type { AgentLanguage, Hit, QueryWord } from '@duo/engine/knowledge.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { searchConfig } from '@duo/platform/shared/text/search-words.ts'
import { type SqlBool, sql } from 'kysely'

/** Weights for text, questions, terms and title (`D`, `C`, `B`, `A`), as ts_rank expects them. */
const strengths = sql.lit('{0.45, 0.85, 1.0, 1.0}')
/** What ts_rank returns for one hit of weight 1. */
const oneHit = sql.lit(0.607927)
const synonymStrength = sql.lit(0.7)

/** Literals, so that a prepared statement can use the index of its language. */
const inLanguage = { en: sql<SqlBool>`language = 'en'`, pt: sql<SqlBool>`language = 'pt'` }

/** Returns which notes match which words. The engine computes scores (`note-ranking.ts`). */
export async function findHits(
  db: Db,
  { agentId, language, queryWords }: AgentLanguage & { queryWords: readonly QueryWord[] },
): Promise<Hit[]> {
  const words = queryWords.map(({ word, kin }, place) => ({ place, own_text: word, kin_text: kin.join(' | ') }))
  const config = sql`${sql.lit(searchConfig[language])}::regconfig`
  // JSON instead of arrays, whose row estimates would make Postgres replan every time
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

export function listNotes(db: Db, agentId: string, language: Locale) {
  return orderedNotes(db, agentId, language).select(['terms', 'questions']).execute()
}

export function findVoice(db: Db, agentId: string, language: Locale) {
  return db
    .selectFrom('marketplace_agent_text as text')
    .innerJoin('marketplace_agent as agent', 'agent.id', 'text.agent_id')
    .where('text.agent_id', '=', agentId)
    .where('text.language', '=', language)
    .select(['agent.name', 'text.voice', 'text.starters', 'text.vocabulary'])
    .executeTakeFirst()
}
