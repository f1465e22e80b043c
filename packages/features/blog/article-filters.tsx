import { Button } from '@duo/platform/browser/ui/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { categoryName } from './category-name.tsx'
import { type Asked, type Category, longestSearch } from './rules.ts'

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

/** A row that is drawn sideways on phones, so that it never pushes the articles down. */
function Categories({ asked, categories }: ArticleFiltersProps) {
  const all = categories.reduce<number | null>((sum, { count }) => (sum === null || count === null ? null : sum + count), 0)
  return (
    <nav aria-label={m.blog_filter_label()} className="-mx-gutter overflow-x-auto px-gutter lg:mx-0 lg:px-0">
      <ul className="-ml-2 flex lg:flex-wrap">
        <CategoryLink asked={asked} category={undefined} label={m.blog_filter_all()} count={all} />
        {categories.map(({ category, count }) => (
          <CategoryLink key={category} asked={asked} category={category} label={categoryName(category)} count={count} />
        ))}
      </ul>
    </nav>
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
        className="group flex min-h-touch items-center px-2 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:text-ink"
      >
        <span className="border-b-2 border-transparent pb-0.5 font-semibold group-hover:border-line-strong group-aria-[current]:border-overlap">
          {label}
        </span>
        {count !== null && <span className="figures ml-1 text-xs">{count}</span>}
      </Link>
    </li>
  )
}

/** A plain form that asks for an address; with scripts the page changes in place. */
function ArticleSearch({ asked }: { asked: Asked }) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  // the address may change by other ways than this form; what is being typed stays until it does
  useEffect(() => {
    if (field.current) field.current.value = asked.q ?? ''
  }, [asked.q])
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = new FormData(event.currentTarget).get('q')
    navigate({ to: '/blog', search: { category: asked.category, q: String(words ?? '') }, resetScroll: false })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: `<search>` is too young for the browsers we build for
    <form role="search" action={`${localizePath('/blog', getLocale())}#articles`} onSubmit={search} className="flex gap-2">
      {asked.category && <input type="hidden" name="category" value={asked.category} />}
      <label className="min-w-0 flex-1">
        <span className="sr-only">{m.blog_search_label()}</span>
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={asked.q}
          maxLength={longestSearch}
          enterKeyHint="search"
          placeholder={m.blog_search_placeholder()}
          className="min-h-touch w-full rounded-heard border border-line-strong bg-paper-raised px-5 text-base transition-colors hover:border-ink"
        />
      </label>
      <Button type="submit" variant="quiet">
        {m.blog_search_submit()}
      </Button>
    </form>
  )
}
