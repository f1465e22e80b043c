import { FilterRow, FilterText, filterLook, SearchForm } from '@duo/platform/browser/ui/forms/list-filters.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { type Asked, type Category, longestSearch } from '../../rules.ts'
import { categoryName } from '../category-name.ts'

interface ArticleFiltersProps {
  asked: Asked
  /** A count is null as long as it is not known. */
  categories: { category: Category; count: number | null }[]
}

/** The index's two ways of looking for something; both are addresses, so they work without scripts and can be passed on. */
export function ArticleFilters({ asked, categories }: ArticleFiltersProps) {
  return (
    <div className="grid gap-x-8 gap-y-4 border-b border-line-strong pb-4 lg:grid-cols-[1fr_17rem] lg:items-center">
      <Categories asked={asked} categories={categories} />
      <ArticleSearch asked={asked} />
    </div>
  )
}

function Categories({ asked, categories }: ArticleFiltersProps) {
  const all = categories.reduce<number | null>((sum, { count }) => (sum === null || count === null ? null : sum + count), 0)
  return (
    <FilterRow label={m.blog_filter_label()}>
      <CategoryLink asked={asked} category={undefined} label={m.blog_filter_all()} count={all} />
      {categories.map(({ category, count }) => (
        <CategoryLink key={category} asked={asked} category={category} label={categoryName(category)} count={count} />
      ))}
    </FilterRow>
  )
}

interface CategoryLinkProps {
  asked: Asked
  category: Asked['category']
  label: string
  count: number | null
}

function CategoryLink({ asked, category, label, count }: CategoryLinkProps) {
  return (
    <li>
      <Link
        to="/blog"
        search={{ category, q: asked.q }}
        resetScroll={false}
        activeOptions={{ exact: true }}
        aria-current={category === asked.category ? 'page' : undefined}
        className={filterLook}
      >
        <FilterText label={label} count={count} />
      </Link>
    </li>
  )
}

/** With scripts the page changes in place. */
function ArticleSearch({ asked }: { asked: Asked }) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(asked.q)
  // the address may change by other ways than this form; what is being typed, maybe before this page's scripts, stays until it does
  useEffect(() => {
    if (field.current && shown.current !== asked.q) field.current.value = asked.q ?? ''
    shown.current = asked.q
  }, [asked.q])
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = new FormData(event.currentTarget).get('q')
    navigate({ to: '/blog', search: { category: asked.category, q: String(words ?? '') }, resetScroll: false })
  }
  return (
    <SearchForm
      action={`${localizePath('/blog', getLocale())}#articles`}
      category={asked.category}
      label={m.blog_search_label()}
      submit={m.blog_search_submit()}
      onSubmit={search}
      input={{ ref: field, defaultValue: asked.q, maxLength: longestSearch, placeholder: m.blog_search_placeholder() }}
    />
  )
}
