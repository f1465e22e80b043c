import { Spinner } from '@duo/platform/browser/ui/feedback/spinner.tsx'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useLinkProps } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type IndexSearch, nextPageSearch } from '../../rules.ts'
import type { ArticlesAnswer } from '../../schema.ts'
import { ArticleCard } from './article-card.tsx'
import { RetryButton } from './article-list-states.tsx'

interface ArticleListProps {
  search: IndexSearch
  answer: ArticlesAnswer
  busy: boolean
  failed: boolean
}

/** Lays out cards: one full-width, two unequal ones, then rows of three with alternating widths. */
function gridClasses(index: number): string {
  if (index === 0) return 'md:col-span-2 lg:col-span-12 lg:mb-4'
  if (index === 1) return 'lg:col-span-7 lg:mb-4'
  if (index === 2) return 'lg:col-span-5 lg:mt-24 lg:mb-4'
  const row = Math.floor((index - 3) / 3) % 3
  const widest = row === 0 ? undefined : row === 1 ? 0 : 2
  if (widest === undefined) return 'lg:col-span-4'
  return (index - 3) % 3 === widest ? 'lg:col-span-6' : 'lg:col-span-3'
}

/** After loading more, the focus moves to the first new article. */
export function ArticleList({ search, answer, busy, failed }: ArticleListProps) {
  const { articles, total } = answer
  const { list, added } = useAdded(articles.length)
  const isSearch = search.q !== undefined
  return (
    <>
      <ul
        ref={list}
        className={
          isSearch
            ? 'grid gap-y-10 *:border-t *:border-line *:pt-8 *:first:border-0 *:first:pt-0 lg:max-w-[60rem]'
            : 'grid gap-x-8 gap-y-10 md:grid-cols-2 md:gap-y-14 lg:grid-cols-12 lg:gap-y-16'
        }
      >
        {articles.map((article, index) => (
          <li
            key={article.path}
            className={`${isSearch ? '' : gridClasses(index)} ${index >= articles.length - added ? 'animate-rise' : ''}`}
          >
            <ArticleCard article={article} form={isSearch ? 'row' : index === 0 ? 'lead' : 'tall'} priority={index === 0} />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {added > 0 && addedText({ added, shown: articles.length, total })}
      </p>
      <More search={search} shown={articles.length} total={total} busy={busy} failed={failed} />
    </>
  )
}

const addedText = ({ added, ...rest }: { added: number; shown: number; total: number }) =>
  added === 1 ? m.blog_more_announce_one(rest) : m.blog_more_announce({ added, ...rest })

function useAdded(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(count)
  const [added, setAdded] = useState(0)
  useEffect(() => {
    const more = count - before.current
    if (more > 0) {
      setAdded(more)
      list.current?.children[before.current]?.querySelector('a')?.focus({ preventScroll: true })
    }
    before.current = count
  }, [count])
  return { list, added }
}

interface MoreProps extends Omit<ArticleListProps, 'answer'> {
  shown: number
  total: number
}

function More({ search, shown, total, busy, failed }: MoreProps) {
  const more = nextPageSearch(search, total)
  return (
    <div className="mt-14 flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-line-strong pt-6 md:mt-20">
      {failed ? (
        <>
          <p role="alert" className="max-w-[44ch]">
            {m.blog_more_failed()}
          </p>
          <RetryButton />
        </>
      ) : (
        more && <MoreLink more={more} shown={shown} busy={busy} />
      )}
      <p className="figures text-sm text-muted">{m.blog_more_count({ shown, total })}</p>
    </div>
  )
}

/** Without scripts the page reloads; the fragment takes the reader to the first new article. */
const anchor = (index: number) => `article-${index + 1}`

function MoreLink({ more, shown, busy }: { more: IndexSearch; shown: number; busy: boolean }) {
  const classes = `${buttonClasses('quiet', 'lg')} w-full sm:w-auto`
  const { href } = useLinkProps({ to: '/blog', search: more, hash: anchor(shown) })
  return (
    <>
      <Link
        to="/blog"
        search={more}
        replace
        resetScroll={false}
        aria-disabled={busy || undefined}
        className={`${classes} noscript:hidden`}
      >
        {busy && <Spinner />}
        {m.blog_more()}
      </Link>
      <a href={href} className={`${classes} not-noscript:hidden`}>
        {m.blog_more()}
      </a>
    </>
  )
}
