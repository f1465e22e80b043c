import { Button } from '@duo/platform/browser/ui/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Asked, type categoryCounts, longestSearch } from './agent-search.tsx'
import { categoryName } from './category-name.tsx'

interface AgentFiltersProps {
  asked: Asked
  typed: string
  onType: (typed: string) => void
  /** How many agents there are in all. */
  total: number
  categories: ReturnType<typeof categoryCounts>
}

/** The two ways of looking for an agent. The list follows while one types; without scripts both are addresses. */
export function AgentFilters({ asked, typed, onType, total, categories }: AgentFiltersProps) {
  const field = useRef<HTMLInputElement>(null)
  // what was typed before the page's scripts were there
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once
  useEffect(() => {
    if (field.current && field.current.value !== typed) onType(field.current.value)
  }, [])
  return (
    <div className="grid gap-x-8 gap-y-4 border-b border-line-strong pb-4 lg:grid-cols-[1fr_20rem] lg:items-center">
      <nav aria-label={m.marketplace_filter_label()} className="-mx-gutter overflow-x-auto px-gutter lg:mx-0 lg:px-0">
        <ul className="-ml-2 flex lg:flex-wrap">
          <CategoryLink asked={asked} category={undefined} label={m.marketplace_filter_all()} count={total} />
          {categories.map(({ category, count }) => (
            <CategoryLink key={category} asked={asked} category={category} label={categoryName(category)} count={count} />
          ))}
        </ul>
      </nav>
      {/* biome-ignore lint/a11y/useSemanticElements: `<search>` is too young for the browsers we build for */}
      <form
        role="search"
        action={`${localizePath('/marketplace', getLocale())}#agents`}
        onSubmit={(event) => event.preventDefault()}
        className="flex gap-2"
      >
        {asked.category && <input type="hidden" name="category" value={asked.category} />}
        <label className="min-w-0 flex-1">
          <span className="sr-only">{m.marketplace_search_label()}</span>
          <input
            ref={field}
            type="search"
            name="q"
            value={typed}
            onChange={({ target }) => onType(target.value)}
            maxLength={longestSearch}
            enterKeyHint="search"
            autoComplete="off"
            placeholder={m.marketplace_search_placeholder()}
            className="min-h-touch w-full rounded-heard border border-line-strong bg-paper-raised px-5 text-base transition-colors hover:border-ink [&::-webkit-search-cancel-button]:grayscale"
          />
        </label>
        <Button type="submit" variant="quiet" className="not-noscript:hidden">
          {m.marketplace_search_submit()}
        </Button>
      </form>
    </div>
  )
}

interface CategoryLinkProps {
  asked: Asked
  category: Asked['category']
  label: string
  count: number
}

function CategoryLink({ asked, category, label, count }: CategoryLinkProps) {
  return (
    <li>
      <Link
        to="/marketplace"
        search={{ category, q: asked.q }}
        resetScroll={false}
        activeOptions={{ exact: true }}
        aria-current={category === asked.category ? 'page' : undefined}
        className="group flex min-h-touch items-center px-2 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:text-ink"
      >
        <span className="border-b-2 border-transparent pb-0.5 font-semibold group-hover:border-line-strong group-aria-[current]:border-overlap">
          {label}
        </span>
        <span className="figures ml-1 text-xs">{count}</span>
      </Link>
    </li>
  )
}
