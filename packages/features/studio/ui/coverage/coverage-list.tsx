import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import type { Source } from '../../../chat/schema.ts'
import type { CoverageQuestion } from '../../agent-schema.ts'
import { inOrder } from './coverage-order.ts'
import { CoverageRow, columns } from './coverage-row.tsx'

interface CoverageListProps {
  agentId: string
  /** Of the run that is shown. */
  at: string
  questions: readonly CoverageQuestion[]
  /** Whether there is a run to compare with. */
  hasBefore: boolean
  onOpen: (source: Source, from: HTMLElement) => void
}

const filters = [
  { id: 'all', text: m.studio_coverage_all },
  { id: 'not_covered', text: m.studio_coverage_missing },
  { id: 'correction', text: m.studio_coverage_words },
  { id: 'documents', text: m.studio_coverage_covered },
] as const
type Filter = (typeof filters)[number]['id']

export function CoverageList({ agentId, at, questions, hasBefore, onOpen }: CoverageListProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const ordered = inOrder(questions)
  const matching = (id: Filter) => ordered.filter(({ coverage }) => id === 'all' || coverage === id)
  const numbers = new Map(matching(filter).map(({ question }, index) => [question, index + 1]))
  return (
    <section aria-label={m.studio_coverage_questions()} className="@container">
      <fieldset className="mb-2 flex flex-wrap gap-x-6">
        <legend className="sr-only">{m.studio_coverage_filter()}</legend>
        {filters.map(({ id, text }) => (
          <button
            key={id}
            type="button"
            aria-pressed={filter === id}
            className="figures min-h-touch border-b-2 border-transparent text-sm font-semibold text-muted hover:text-ink aria-pressed:border-overlap aria-pressed:text-ink"
            onClick={() => setFilter(id)}
          >
            {`${text()} ${matching(id).length}`}
          </button>
        ))}
      </fieldset>
      <div aria-hidden="true" className={`grid border-b border-line-strong py-2 text-sm text-muted @max-3xl:hidden ${columns}`}>
        <span />
        <span>{m.studio_coverage_question()}</span>
        <span>{m.studio_coverage_result()}</span>
        <span>{m.studio_coverage_place()}</span>
      </div>
      {numbers.size === 0 && <p className="py-6 text-muted">{m.studio_coverage_filter_none()}</p>}
      {/* hidden rows stay mounted: an answer may be half written in one */}
      <ol aria-label={m.studio_coverage_questions()} hidden={numbers.size === 0}>
        {ordered.map((question) => (
          <CoverageRow
            key={question.question}
            agentId={agentId}
            at={at}
            number={numbers.get(question.question) ?? null}
            found={question}
            hasBefore={hasBefore}
            onOpen={onOpen}
          />
        ))}
      </ol>
    </section>
  )
}
