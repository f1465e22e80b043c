import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'

interface FilterRowProps {
  id: string
  label: string
  /** Id of the search's form, which sends the chosen category, too. */
  form: string
  /** The category's parameter in the page's address. */
  name: string
  category: string | undefined
  children: ReactNode
}

/** A list's script replaces it together with the results, but not the form, in which the user may be typing. */
export function FilterRow({ id, label, form, name, category, children }: FilterRowProps) {
  return (
    <nav id={id} data-list-part aria-label={label} className="-mx-gutter overflow-x-auto px-gutter lg:mx-0 lg:px-0">
      {category && <input type="hidden" name={name} value={category} form={form} />}
      <ul className="-ml-2 flex lg:flex-wrap">{children}</ul>
    </nav>
  )
}

export const filterClasses =
  'group flex min-h-touch items-center px-2 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:text-ink'

export function FilterText({ label, count }: { label: string; count: number | null }) {
  return (
    <>
      <span className="border-b-2 border-transparent pb-0.5 font-semibold group-hover:border-line-strong group-aria-[current]:border-overlap">
        {label}
      </span>
      {count !== null && <span className="figures ml-1 text-xs">{count}</span>}
    </>
  )
}

interface SearchFormProps {
  id: string
  action: string
  label: string
  submit: string
  submitClassName?: string
  live?: boolean
  input: ComponentProps<'input'> & { name: string }
}

export function SearchForm({ id, action, label, submit, submitClassName, live, input }: SearchFormProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: `<search>` is too young for the browsers we build for
    <form id={id} role="search" action={action} data-live={live} className="flex gap-2">
      <label className="min-w-0 flex-1">
        <span className="sr-only">{label}</span>
        <input
          {...input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          className="min-h-touch w-full rounded-heard border border-line-strong bg-paper-raised px-5 text-base transition-colors hover:border-ink [&::-webkit-search-cancel-button]:grayscale"
        />
      </label>
      <Button type="submit" variant="quiet" className={submitClassName}>
        {submit}
      </Button>
    </form>
  )
}
