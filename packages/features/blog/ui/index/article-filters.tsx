import { FilterRow, FilterText, filterClasses, SearchForm } from '@duo/platform/browser/ui/forms/list-filters.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import { Link } from '@tanstack/react-router'
import { categories as allCategories, type Category, type IndexSearch, maxSearchLength } from '../../rules.ts'
import { categoryName } from '../category-name.ts'

const field: NameOf<IndexSearch> = (name) => name

interface ArticleFiltersProps {
  search: IndexSearch
  /** Undefined if they could not be counted. */
  categories: { category: Category; count: number | null }[] | undefined
}

const uncounted = allCategories.map((category) => ({ category, count: null }))

/** Both filters are URLs, so that they work without scripts and can be shared. */
export function ArticleFilters({ search, categories }: ArticleFiltersProps) {
  return (
    <div className="grid gap-x-8 gap-y-4 border-b border-line-strong pb-4 lg:grid-cols-[1fr_17rem] lg:items-center">
      <Categories search={search} categories={categories} />
      <ArticleSearch search={search} />
    </div>
  )
}

function Categories({ search, categories = uncounted }: ArticleFiltersProps) {
  const all = categories.reduce<number | null>((sum, { count }) => (sum === null || count === null ? null : sum + count), 0)
  return (
    <FilterRow
      id="article-categories"
      form={formId}
      name={field('category')}
      category={search.category}
      label={m.blog_filter_label()}
    >
      <CategoryLink search={search} category={undefined} label={m.blog_filter_all()} count={all} />
      {categories.map(({ category, count }) => (
        <CategoryLink key={category} search={search} category={category} label={categoryName(category)} count={count} />
      ))}
    </FilterRow>
  )
}

interface CategoryLinkProps {
  search: IndexSearch
  category: IndexSearch['category']
  label: string
  count: number | null
}

function CategoryLink({ search, category, label, count }: CategoryLinkProps) {
  return (
    <li>
      <Link
        to="/blog"
        search={{ category, q: search.q }}
        hash="articles"
        activeOptions={{ exact: true }}
        aria-current={category === search.category ? 'page' : undefined}
        className={filterClasses}
      >
        <FilterText label={label} count={count} />
      </Link>
    </li>
  )
}

const formId = 'article-search'

function ArticleSearch({ search }: { search: IndexSearch }) {
  return (
    <SearchForm
      id={formId}
      action={`${localizePath('/blog', getLocale())}#articles`}
      label={m.blog_search_label()}
      submit={m.blog_search_submit()}
      input={{ name: field('q'), defaultValue: search.q, maxLength: maxSearchLength, placeholder: m.blog_search_placeholder() }}
    />
  )
}
