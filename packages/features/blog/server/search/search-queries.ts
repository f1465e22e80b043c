import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { searchConfig } from '@duo/platform/shared/text/search-words.ts'
import { sql } from 'kysely'
import { type Category, searchDepth } from '../../rules.ts'
import type { CardRow } from '../article-queries.ts'
import type { SearchTerms } from './search-terms.ts'

interface Search {
  list: Locale
  category: Category | null
  terms: SearchTerms
  offset: number
  limit: number
}

/** Matches every word with the stemmer of the article's language. Ranking by the body as well would be slow. */
export async function searchArticles(
  db: Db,
  { list, category, terms, offset, limit }: Search,
): Promise<{ total: number; cards: CardRow[] }> {
  const sameCategory = category === null ? sql`` : sql`and category = ${category}`
  const matching = (condition: ReturnType<typeof sql>) =>
    sql`select language, id, date from blog_search where ${condition} ${sameCategory}`
  const english = sql`language = 'en' and words @@ (select all_en from question)`
  const portuguese = sql`language = 'pt' and words @@ (select all_pt from question)`
  // one index scan per language: an "or" would fetch the words of every row to recheck it
  const matches = list === 'en' ? matching(english) : sql`${matching(portuguese)} union all ${matching(sql`lone and ${english}`)}`
  const { rows } = await sql<{ total: number; cards: CardRow[] }>`
    with question as materialized (
      select ${tsquery('en', terms, '&')} as all_en, ${tsquery('en', terms, '|')} as any_en,
        ${tsquery('pt', terms, '&')} as all_pt, ${tsquery('pt', terms, '|')} as any_pt
    ),
    matches as materialized (${matches}),
    best as (
      select article.language, article.id, article.date,
        ts_rank(head, case article.language when 'pt' then any_pt else any_en end, 1) as rank
      from (select language, id from matches order by language desc, date desc, id desc limit ${searchDepth}) as newest
      join blog_article as article using (language, id), question
      order by language desc, rank desc, date desc, id desc limit ${limit} offset ${offset}
    ),
    page as (
      select language, id, slug, lone as "isUntranslated", pair_slug as "pairSlug", title, excerpt, author, article.date::text as date,
        read_time as "readTime", category, image, figure
      from best join blog_article as article using (language, id)
      order by language desc, rank desc, article.date desc, id desc
    )
    select least((select count(*) from matches), ${searchDepth})::integer as total,
      coalesce((select json_agg(page) from page), '[]'::json) as cards`.execute(db)
  return rows[0] ?? { total: 0, cards: [] }
}

/** The stemmer drops stop words (`the`, `de`); the last word matches as a prefix. */
function tsquery(language: Locale, { words, lastPrefix }: SearchTerms, operator: '&' | '|') {
  const config = sql`${searchConfig[language]}::regconfig`
  const whole = words[language].slice(0, -1).join(` ${operator} `)
  const last = sql`(to_tsquery(${config}, ${`${words[language].at(-1)}:*`}) || to_tsquery('simple', ${`${lastPrefix}:*`}))`
  return sql`to_tsquery(${config}, ${whole}) ${operator === '&' ? sql`&&` : sql`||`} ${last}`
}
