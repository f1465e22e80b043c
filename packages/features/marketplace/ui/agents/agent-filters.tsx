import { FilterRow, FilterText, filterClasses, SearchForm } from '@duo/platform/browser/ui/forms/list-filters.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import { Link } from '@tanstack/react-router'
import { maxSearchLength } from '../../rules.ts'
import { groupName } from '../category-name.ts'
import type { AgentSearch, groupCounts } from './agent-search.ts'

const field: NameOf<AgentSearch> = (name) => name

interface AgentFiltersProps {
  search: AgentSearch
  total: number
  groups: ReturnType<typeof groupCounts>
}

/** Each filter is a URL, so it works without scripts. */
export function AgentFilters({ search, total, groups }: AgentFiltersProps) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-b border-line-strong pb-3 md:gap-y-4 md:pb-4 lg:grid-cols-[1fr_20rem] lg:items-center">
      <FilterRow
        id="agent-groups"
        form="agent-search"
        name={field('category')}
        category={search.category}
        label={m.marketplace_filter_label()}
      >
        <CategoryLink search={search} category={undefined} label={m.marketplace_filter_all()} count={total} />
        {groups.map(({ group, count }) => (
          <CategoryLink key={group} search={search} category={group} label={groupName(group)} count={count} />
        ))}
      </FilterRow>
      <SearchForm
        action={`${localizePath('/marketplace', getLocale())}#agents`}
        id="agent-search"
        live
        label={m.marketplace_search_label()}
        submit={m.marketplace_search_submit()}
        submitClassName="not-noscript:hidden"
        input={{
          name: field('q'),
          defaultValue: search.q,
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
        hash="agents"
        activeOptions={{ exact: true }}
        aria-current={category === search.category ? 'page' : undefined}
        className={filterClasses}
      >
        <FilterText label={label} count={count} />
      </Link>
    </li>
  )
}
