import { FilterRow, FilterText, filterClasses, SearchForm } from '@duo/platform/browser/ui/forms/list-filters.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { groupName } from '../category-name.ts'
import { type AgentSearch, type groupCounts, maxSearchLength } from './agent-search.ts'

interface AgentFiltersProps {
  search: AgentSearch
  text: string
  onType: (text: string) => void
  total: number
  groups: ReturnType<typeof groupCounts>
}

/** Filters while the user types; without scripts, each filter is a URL. */
export function AgentFilters({ search, text, onType, total, groups }: AgentFiltersProps) {
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once
  useEffect(() => {
    if (field.current && field.current.value !== text) onType(field.current.value)
  }, [])
  return (
    <div className="grid gap-x-8 gap-y-1 border-b border-line-strong pb-3 md:gap-y-4 md:pb-4 lg:grid-cols-[1fr_20rem] lg:items-center">
      <FilterRow label={m.marketplace_filter_label()}>
        <CategoryLink search={search} category={undefined} label={m.marketplace_filter_all()} count={total} />
        {groups.map(({ group, count }) => (
          <CategoryLink key={group} search={search} category={group} label={groupName(group)} count={count} />
        ))}
      </FilterRow>
      <SearchForm
        action={`${localizePath('/marketplace', getLocale())}#agents`}
        category={search.category}
        label={m.marketplace_search_label()}
        submit={m.marketplace_search_submit()}
        submitClassName="not-noscript:hidden"
        onSubmit={(event) => event.preventDefault()}
        input={{
          ref: field,
          value: text,
          onChange: ({ target }) => onType(target.value),
          maxLength: maxSearchLength,
          placeholder: m.marketplace_search_placeholder(),
        }}
      />
    </div>
  )
}

interface CategoryLinkProps {
  search: AgentSearch
  category: AgentSearch['category']
  label: string
  count: number
}

function CategoryLink({ search, category, label, count }: CategoryLinkProps) {
  return (
    <li>
      <Link
        to="/marketplace"
        search={{ category, q: search.q }}
        resetScroll={false}
        activeOptions={{ exact: true }}
        aria-current={category === search.category ? 'page' : undefined}
        className={filterClasses}
      >
        <FilterText label={label} count={count} />
      </Link>
    </li>
  )
}
