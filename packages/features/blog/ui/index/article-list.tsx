import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { type IndexSearch, nextPageSearch } from '../../rules.ts'
import type { ArticlesResult } from '../../schema.ts'
import { ArticleCard } from './article-card.tsx'

interface ArticleListProps {
  search: IndexSearch
  answer: ArticlesResult
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

export function ArticleList({ search, answer: { articles, total } }: ArticleListProps) {
  const isSearch = search.q !== undefined
  return (
    <>
      <ul
        className={
          isSearch
            ? 'grid gap-y-10 *:border-t *:border-line *:pt-8 *:first:border-0 *:first:pt-0 lg:max-w-[60rem]'
            : 'grid gap-x-8 gap-y-10 md:grid-cols-2 md:gap-y-14 lg:grid-cols-12 lg:gap-y-16'
        }
      >
        {articles.map((article, index) => (
          <li key={article.path} id={anchor(index)} className={isSearch ? '' : gridClasses(index)}>
            <ArticleCard article={article} form={isSearch ? 'row' : index === 0 ? 'lead' : 'tall'} priority={index === 0} />
          </li>
        ))}
      </ul>
      <More search={search} shown={articles.length} total={total} />
    </>
  )
}

/** Without scripts, the link to more articles leads to the first new one. */
const anchor = (index: number) => `article-${index + 1}`

function More({ search, shown, total }: { search: IndexSearch; shown: number; total: number }) {
  const more = nextPageSearch(search, total)
  return (
    <div className="mt-14 flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-line-strong pt-6 md:mt-20">
      {more && (
        <Link
          to="/blog"
          search={more}
          hash={anchor(shown)}
          data-list-more
          className={`${buttonClasses('quiet', 'lg')} w-full sm:w-auto`}
        >
          {m.blog_more()}
        </Link>
      )}
      <p data-list-shown className="figures text-sm text-muted">
        {m.blog_more_count({ shown, total })}
      </p>
    </div>
  )
}
