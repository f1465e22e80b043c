import { Choice, type ChoiceLook } from '@duo/platform/browser/ui/forms/option.tsx'
import { type ReactNode, type RefObject, useId } from 'react'

interface ListProps<Id extends string> {
  /** The id of the heading that asks; it names the group. */
  labelledBy: string
  /** How to answer; becomes what is missing (`error`) once somebody went on without an answer. */
  hint: string
  error?: string | undefined
  options: readonly Id[]
  names: Record<Id, () => string>
  look?: ChoiceLook
  columns?: 1 | 2
  marks?: Record<Id, ReactNode>
  /** The first option's input, to lead people to what is missing. */
  firstRef?: RefObject<HTMLInputElement | null>
}

interface OneProps<Id extends string> extends ListProps<Id> {
  chosen: Id | null
  onChoose: (id: Id) => void
}

interface SeveralProps<Id extends string> extends ListProps<Id> {
  chosen: readonly Id[]
  onChoose: (ids: Id[]) => void
}

/** A question with one answer: radio buttons. */
export function ChooseOne<Id extends string>({ chosen, onChoose, ...list }: OneProps<Id>) {
  return <Choices type="radio" isChosen={(id) => id === chosen} onToggle={onChoose} {...list} />
}

/** A question with any number of answers: checkboxes. They are kept in the order of the list. */
export function ChooseSeveral<Id extends string>({ chosen, onChoose, ...list }: SeveralProps<Id>) {
  const toggle = (id: Id) => onChoose(list.options.filter((option) => chosen.includes(option) !== (option === id)))
  return <Choices type="checkbox" isChosen={(id) => chosen.includes(id)} onToggle={toggle} {...list} />
}

interface ChoicesProps<Id extends string> extends ListProps<Id> {
  type: 'radio' | 'checkbox'
  isChosen: (id: Id) => boolean
  onToggle: (id: Id) => void
}

const grids = { 1: 'grid gap-3', 2: 'grid gap-3 sm:max-md:grid-cols-2 lg:grid-cols-2' } as const

function Choices<Id extends string>({ type, isChosen, onToggle, labelledBy, hint, error, options, ...rest }: ChoicesProps<Id>) {
  const id = useId()
  const { names, marks, look = 'chip', columns = 2, firstRef } = rest
  return (
    <fieldset aria-labelledby={labelledBy} aria-describedby={`${id}-hint`} className="min-w-0">
      <p id={`${id}-hint`} className={error ? 'font-semibold text-danger' : 'text-muted'}>
        {error ?? hint}
      </p>
      <div className={`mt-5 ${look === 'chip' ? 'flex flex-wrap gap-2.5' : grids[columns]}`}>
        {options.map((option, index) => (
          <Choice
            key={option}
            ref={index === 0 ? firstRef : undefined}
            type={type}
            look={look}
            name={id}
            value={option}
            required={type === 'radio'}
            checked={isChosen(option)}
            onChange={() => onToggle(option)}
            mark={marks?.[option]}
          >
            {names[option]()}
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}
