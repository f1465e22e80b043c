import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { use, useState } from 'react'
import { categories, type IndexSearch } from '../../rules.ts'
import type { ArticlesAnswer } from '../../schema.ts'
import { ArticleFilters } from './article-filters.tsx'
import { ArticleList } from './article-list.tsx'
import { ListEmpty, ListFailure } from './article-list-states.tsx'

/** The list is null if the request failed. */
export interface IndexData {
  search: IndexSearch
  list: ArticlesAnswer | null | Promise<ArticlesAnswer | null>
}

interface ArticleIndexProps {
  data: IndexData
  search: IndexSearch
  busy: boolean
}

export function ArticleIndex({ data, search, busy }: ArticleIndexProps) {
  const answer = data.list instanceof Promise ? use(data.list) : data.list
  const last = useLastAnswer(data.search, answer)
  const visibleAnswer = answer ?? (last && isSameList(last.search, data.search) ? last.answer : null)
  return (
    <>
      <ArticleFilters search={search} categories={last?.answer.categories ?? uncounted} />
      <div aria-busy={busy || undefined} className={`pt-8 transition-opacity lg:pt-12 ${busy ? 'opacity-60' : ''}`}>
        <Heading search={data.search} total={visibleAnswer?.total} />
        {visibleAnswer === null && <ListFailure />}
        {visibleAnswer?.total === 0 && <ListEmpty search={data.search} />}
        {visibleAnswer !== null && visibleAnswer.total > 0 && (
          <ArticleList
            key={`${data.search.category} ${data.search.q}`}
            search={data.search}
            answer={visibleAnswer}
            busy={busy}
            failed={answer === null}
          />
        )}
      </div>
    </>
  )
}

const uncounted = categories.map((category) => ({ category, count: null }))

function useLastAnswer(search: IndexSearch, answer: ArticlesAnswer | null) {
  const [last, setLast] = useState(answer && { search, answer })
  if (!answer || last?.answer === answer) return last
  const good = { search, answer }
  setLast(good)
  return good
}

const isSameList = (one: IndexSearch, other: IndexSearch) => one.category === other.category && one.q === other.q

/** Announces the number of articles whenever the list changes; visible only for a search. */
function Heading({ search: { q }, total }: { search: IndexSearch; total: number | undefined }) {
  const count = total === undefined ? '' : countText(total)
  return (
    <div className={q && total ? 'mb-10 flex flex-wrap items-baseline gap-x-6 gap-y-1' : 'sr-only'}>
      <h2 className="text-2xl wrap-anywhere">{q ? m.blog_search_title({ words: q }) : m.blog_list_title()}</h2>
      <p role="status" className="figures text-muted">
        {count}
      </p>
      {q && total ? (
        <Link to="/blog" resetScroll={false} className="text-link inline-flex min-h-touch items-center font-semibold">
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
