import { compileOnce } from '@duo/db/compile-once.ts'
import type { Db, Lookups } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { searchConfig } from '@duo/platform/shared/search-words.ts'
import { type SqlBool, sql } from 'kysely'

export interface NoteRow {
  key: string
  place: number
  title: string
  text: string
  source: string
}

/** A word of a question as the stemmer gets it, other words for it, and how much it matters. */
export interface WantedWord {
  word: string
  kin: readonly string[]
  weight: number
}

export interface RankedNote extends NoteRow {
  score: number
  /** How much of the question is in the note, 0 to 1. */
  coverage: number
  /** How many of its words are in the note, and how well the best of them: 1 in title or terms, less in the text alone. */
  hits: number
  strongest: number
}

/** What a hit counts for in the text, the terms and the title (`D`, `C`, `B`, `A`), as ts_rank takes it. */
const strengths = sql.lit('{0.45, 0.45, 1.0, 1.0}')
/** ts_rank answers this for one hit of strength 1. */
const oneHit = 0.607927
/** What another word for the one asked counts for. */
const kinStrength = 0.7

/** Written out, so that a prepared statement can use the language's own index. */
const inLanguage = { en: sql<SqlBool>`language = 'en'`, pt: sql<SqlBool>`language = 'pt'` }

/** Titles shorter than this may stand in a question by chance. */
const tellingTitle = 8

export interface Ranking {
  agentId: string
  language: Locale
  question: string
  /** What the question is about. */
  wanted: readonly WantedWord[]
  limit: number
}

/**
 * The notes of an agent that hold any word of a question, best first. Rare words count more than common ones, title and terms more
 * than text. Also answers, for each word, how many notes have it, and the note whose title stands in the question, as when somebody takes
 * up what was offered.
 */
export async function ranked(
  db: Lookups,
  { agentId, language, question, wanted, limit }: Ranking,
): Promise<{ notes: RankedNote[]; held: number[]; titled: NoteRow | null }> {
  const [answer] = await rankedIn[language](db, {
    agentId,
    question,
    limit,
    own: wanted.map(({ word }) => word),
    kin: wanted.map(({ kin }) => kin.join(' | ')),
    weights: wanted.map(({ weight }) => weight),
  })
  return { notes: answer?.notes ?? [], held: answer?.held ?? [], titled: answer?.titled ?? null }
}

interface RankingValues {
  agentId: string
  question: string
  limit: number
  own: string[]
  kin: string[]
  weights: number[]
}

interface RankingRow {
  notes: RankedNote[]
  held: number[] | null
  titled: NoteRow | null
}

const rankedBy = (language: Locale) => {
  const config = sql`${sql.lit(searchConfig[language])}::regconfig`
  return compileOnce<RankingValues, RankingRow>(
    ['agentId', 'question', 'limit', 'own', 'kin', 'weights'],
    ({ agentId, question, limit, own, kin, weights }) => sql<RankingRow>`
    with asked as materialized (
      -- a word that the stemmer drops counts for nothing
      select place, case when numnode(own) = 0 then 0 else weight end as weight, own, kin,
        array(select to_tsquery(${config}, one) from unnest(string_to_array(kin_text, ' | ')) as one) as each_kin
      from unnest(${own}::text[], ${kin}::text[], ${weights}::real[]) with ordinality as word (own_text, kin_text, weight, place)
      cross join lateral (select to_tsquery(${config}, own_text) as own, to_tsquery(${config}, nullif(kin_text, '')) as kin) as parsed
    ),
    mine as not materialized (
      select key, place, title, text, source, words from marketplace_note where agent_id = ${agentId} and ${inLanguage[language]}
    ),
    hits as materialized (
      select asked.place, note.key, note.place as note_place, words @@ own as exact,
        -- a rank of many words would be their mean, so each is ranked alone
        (select max(least(1, ts_rank(${strengths}, words, one) / ${oneHit}) * case when nth = 1 then 1 else ${kinStrength}::real end)
          from unnest(array[own] || each_kin) with ordinality as alone (one, nth)) as strength
      from asked join mine as note on note.words @@ coalesce(own || kin, own)
    ),
    rarity as materialized (
      select place, held, weight * ln(1 + (notes - held + 0.5) / (held + 0.5)) as worth,
        weight * (1.5 + ln(1 + (notes - held + 0.5) / (held + 0.5))) as share
      from asked
      cross join lateral (
        select coalesce(nullif(count(*) filter (where exact), 0), count(*))::real as held from hits where hits.place = asked.place) as counted
      cross join (select count(*)::real as notes from mine) as all_notes
    ),
    best as (
      select key, min(hits.note_place) as note_place, count(*) as hits, max(strength) as strongest, sum(worth * strength) as score,
        sum(share * least(1, 0.4 + strength)) / (select nullif(sum(share), 0) from rarity) as coverage
      from hits join rarity using (place)
      group by key order by score desc, note_place limit ${limit}
    ),
    answered as (
      select note.key, note.place, title, text, source, score::real as score, coalesce(coverage, 0)::real as coverage, hits::integer, strongest::real
      from best join mine as note on note.key = best.key
    ),
    titled as (
      select key, place, title, text, source from mine
      where length(title) >= ${tellingTitle} and strpos(lower(replace(${question}, '''', '’')), lower(title)) > 0
      order by length(title) desc limit 1
    )
    select (select array_agg(held::integer order by place) from rarity) as held,
      coalesce((select json_agg(answered order by score desc, place) from answered), '[]'::json) as notes,
      (select to_json(titled) from titled) as titled`,
  )
}
const rankedIn = { en: rankedBy('en'), pt: rankedBy('pt') }

/** Which notes of an agent stand word for word in what was said, in any language, in the order of saying. */
export async function toldIn(db: Db, agentId: string, said: string): Promise<NoteRow[]> {
  if (said === '') return []
  return db
    .selectFrom('marketplace_note')
    .where('agent_id', '=', agentId)
    .where(sql<SqlBool>`strpos(${said}, text) > 0`)
    .select(['key', 'place', 'title', 'text', 'source'])
    .orderBy(sql`strpos(${said}, text)`)
    .execute()
}

/** Notes of an agent in their order, without those named. */
export function others(
  db: Db,
  { agentId, language, not, limit }: { agentId: string; language: Locale; not: readonly string[]; limit: number },
): Promise<NoteRow[]> {
  return db
    .selectFrom('marketplace_note as note')
    .where('agent_id', '=', agentId)
    .where(inLanguage[language])
    .where(sql<SqlBool>`not (key = any(${not}::text[]))`)
    .select(['key', 'place', 'title', 'text', 'source'])
    .orderBy('place')
    .limit(limit)
    .execute()
}

/** What the embedded engine needs of an agent in a language. */
export function voiceOf(db: Lookups, agentId: string, language: Locale) {
  return db
    .selectFrom('marketplace_agent_text as text')
    .innerJoin('marketplace_agent as agent', 'agent.id', 'text.agent_id')
    .where('text.agent_id', '=', agentId)
    .where('text.language', '=', language)
    .select(['agent.name', 'text.voice', 'text.starters', 'text.vocabulary'])
    .executeTakeFirst()
}
