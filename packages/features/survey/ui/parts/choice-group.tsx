import { Option, type OptionVariant } from '@duo/platform/browser/ui/forms/option.tsx'
import { type ReactNode, type RefObject, useId } from 'react'

interface ListProps<Id extends string> {
  labelledBy: string
  hint: string
  error?: string | undefined
  options: readonly Id[]
  names: Record<Id, () => string>
  look?: OptionVariant
  columns?: 1 | 2
  marks?: Record<Id, ReactNode>
  firstRef?: RefObject<HTMLInputElement | null>
}

interface RadioGroupProps<Id extends string> extends ListProps<Id> {
  selected: Id | null
  onChoose: (id: Id) => void
}

interface CheckboxGroupProps<Id extends string> extends ListProps<Id> {
  selected: readonly Id[]
  onChoose: (ids: Id[]) => void
}

export function RadioGroup<Id extends string>({ selected, onChoose, ...list }: RadioGroupProps<Id>) {
  return <OptionGroup type="radio" isSelected={(id) => id === selected} onToggle={onChoose} {...list} />
}

export function CheckboxGroup<Id extends string>({ selected, onChoose, ...list }: CheckboxGroupProps<Id>) {
  const toggle = (id: Id) => onChoose(list.options.filter((option) => selected.includes(option) !== (option === id)))
  return <OptionGroup type="checkbox" isSelected={(id) => selected.includes(id)} onToggle={toggle} {...list} />
}

interface OptionGroupProps<Id extends string> extends ListProps<Id> {
  type: 'radio' | 'checkbox'
  isSelected: (id: Id) => boolean
  onToggle: (id: Id) => void
}

const grids = { 1: 'grid gap-3', 2: 'grid gap-3 sm:max-md:grid-cols-2 lg:grid-cols-2' } as const

function OptionGroup<Id extends string>({
  type,
  isSelected,
  onToggle,
  labelledBy,
  hint,
  error,
  options,
  ...rest
}: OptionGroupProps<Id>) {
  const id = useId()
  const { names, marks, look = 'chip', columns = 2, firstRef } = rest
  return (
    <fieldset aria-labelledby={labelledBy} aria-describedby={`${id}-hint`} className="min-w-0">
      <p id={`${id}-hint`} className={error ? 'font-semibold text-danger' : 'text-muted'}>
        {error ?? hint}
      </p>
      <div className={`mt-5 ${look === 'chip' ? 'flex flex-wrap gap-2.5' : grids[columns]}`}>
        {options.map((option, index) => (
          <Option
            key={option}
            ref={index === 0 ? firstRef : undefined}
            type={type}
            variant={look}
            name={id}
            value={option}
            required={type === 'radio'}
            checked={isSelected(option)}
            onChange={() => onToggle(option)}
            mark={marks?.[option]}
          >
            {names[option]()}
          </Option>
        ))}
      </div>
    </fieldset>
  )
}
