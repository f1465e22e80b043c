import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { IndexSearch } from '../../rules.ts'
import type { ArticlesResult } from '../../schema.ts'
import { ArticleList } from './article-list.tsx'
import { ListEmpty, ListFailure } from './article-list-states.tsx'

interface ArticleIndexProps {
  search: IndexSearch
  answer: ArticlesResult | null
}

export function ArticleIndex({ search, answer }: ArticleIndexProps) {
  return (
    <div id="article-results" data-list-part className="pt-8 transition-opacity in-aria-busy:opacity-60 lg:pt-12">
      <Heading search={search} total={answer?.total} />
      {answer === null && <ListFailure />}
      {answer?.total === 0 && <ListEmpty search={search} />}
      {answer !== null && answer.total > 0 && <ArticleList search={search} answer={answer} />}
    </div>
  )
}

function Heading({ search: { q }, total }: { search: IndexSearch; total: number | undefined }) {
  return (
    <div className={q && total ? 'mb-10 flex flex-wrap items-baseline gap-x-6 gap-y-1' : 'sr-only'}>
      <h2 className="text-2xl wrap-anywhere">{q ? m.blog_search_title({ words: q }) : m.blog_list_title()}</h2>
      <p data-list-count className="figures text-muted">
        {total === undefined ? '' : countText(total)}
      </p>
      {q && total ? (
        <Link to="/blog" hash="articles" className="text-link inline-flex min-h-touch items-center font-semibold">
          {m.blog_search_clear()}
        </Link>
      ) : null}
    </div>
  )
}

function countText(total: number): string {
  if (total === 0) return m.blog_count_none()
  return total === 1 ? m.blog_count_one() : m.blog_count_many({ count: total })
}
