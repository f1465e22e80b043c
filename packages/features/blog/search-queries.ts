import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { sql } from 'kysely'
import type { CardRow } from './queries.ts'
import { type Category, searchDepth } from './rules.ts'
import { searchConfig, type Terms } from './search-service.ts'

interface Search {
  list: Locale
  category: Category | null
  terms: Terms
  offset: number
  limit: number
}

/**
 * A page of what a list holds for a search, best first, and how many there are. Articles are found with the stemmer of their own
 * language. Matching goes through the index; only the newest matches are ranked, since a rank has to read each one's whole text.
 */
export async function found(
  db: Db,
  { list, category, terms, offset, limit }: Search,
): Promise<{ total: number; cards: CardRow[] }> {
  const english = sql`(language = 'en' and search @@ (select en from question))`
  const portuguese = sql`(language = 'pt' and search @@ (select pt from question))`
  const matching = list === 'en' ? english : sql`(${portuguese} or (lone and ${english}))`
  const { rows } = await sql<{ total: number; cards: CardRow[] }>`
    with question as materialized (select ${question('en', terms)} as en, ${question('pt', terms)} as pt),
    matches as materialized (
      select language, id, date from blog_article where ${matching} ${category === null ? sql`` : sql`and category = ${category}`}
    ),
    ranked as materialized (
      select article.language, article.id, article.date,
        ts_rank(article.search, case article.language when 'pt' then pt else en end, 1) as rank
      from (select language, id from matches order by language desc, date desc, id desc limit ${searchDepth}) as match
      join blog_article as article using (language, id), question
    ),
    page as (
      select language, id, slug, lone, pair_slug as "pairSlug", title, excerpt, author, article.date::text as date,
        read_time as "readTime", category, image, figure
      from (select * from ranked order by language desc, rank desc, date desc, id desc limit ${limit} offset ${offset}) as best
      join blog_article as article using (language, id)
      order by language desc, rank desc, article.date desc, id desc
    )
    select least((select count(*) from matches), ${searchDepth})::integer as total,
      coalesce((select json_agg(page) from page), '[]'::json) as cards`.execute(db)
  return rows[0] ?? { total: 0, cards: [] }
}

/** Every word must be there; the last may be the beginning of one. Words that say nothing (`the`, `de`) are dropped by the stemmer. */
function question(language: Locale, { whole, last, begun }: Terms) {
  const config = sql`${searchConfig[language]}::regconfig`
  return sql`to_tsquery(${config}, ${whole[language]}) && (to_tsquery(${config}, ${`${last[language]}:*`}) || to_tsquery('simple', ${`${begun}:*`}))`
}
