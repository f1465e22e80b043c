import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Source } from '../../../chat/schema.ts'
import type { CoverageQuestion } from '../../agent-schema.ts'
import { CorrectionForm } from '../corrections/correction-form.tsx'
import { type CoverageChange, changeOf } from './coverage-order.ts'

/** The columns of a row where there is room for them: less beside an open passage. */
export const columns = '@3xl:grid-cols-[2rem_minmax(0,1fr)_8.5rem_minmax(0,11rem)_10rem] @3xl:items-center @3xl:gap-x-4'

interface CoverageRowProps {
  agentId: string
  /** Of the run that found it. */
  at: string
  /** Null hides the row. */
  number: number | null
  found: CoverageQuestion
  hasBefore: boolean
  onOpen: (source: Source, from: HTMLElement) => void
}

const results: Record<CoverageQuestion['coverage'], { text: () => string; shape: string }> = {
  not_covered: { text: m.studio_coverage_not_covered, shape: 'rounded-full border-2 border-danger' },
  correction: {
    text: m.studio_coverage_words,
    shape: 'rounded-[50%_50%_10%_50%] border border-line-strong bg-voice-bright',
  },
  documents: { text: m.studio_coverage_documents, shape: 'rounded-[50%_50%_10%_50%] bg-success' },
}

const changes: Record<CoverageChange, { text: () => string; look: string }> = {
  new: { text: m.studio_coverage_before_new, look: 'bg-voice-bright text-on-bright' },
  won: { text: m.studio_coverage_before_won, look: 'bg-voice-bright text-on-bright' },
  lost: { text: m.studio_coverage_before_lost, look: 'border border-danger text-danger' },
}

/** A question, what met it, and the creator's own answer to it. */
export function CoverageRow({ agentId, at, number, found, hasBefore, onOpen }: CoverageRowProps) {
  const { question, coverage, source } = found
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState<{ answer: string; at: string } | null>(null)
  const opener = useFocusBack(isOpen)
  const result = results[coverage]
  const change = changeOf(found, hasBefore)
  const isMissing = coverage === 'not_covered'
  return (
    <li hidden={number === null} className={`border-b border-line ${isMissing ? 'bg-voice-bright/10' : ''}`}>
      <div className={`grid gap-y-1 py-3 @max-3xl:px-2 @3xl:min-h-16 ${columns}`}>
        <span aria-hidden="true" className="figures text-sm text-muted @max-3xl:hidden @3xl:pl-2">
          {number}
        </span>
        <p className="text-sm font-semibold wrap-anywhere">
          <span>{question}</span>
          {found.own && <span className="ml-2 text-xs font-normal text-muted">{m.studio_coverage_own()}</span>}
          {change && (
            <span className={`ml-2 inline-block rounded-sm px-1.5 text-xs ${changes[change].look}`}>
              {changes[change].text()}
            </span>
          )}
        </p>
        <p className="flex items-center gap-2 text-sm">
          <span aria-hidden="true" className={`size-3.5 flex-none ${result.shape}`} />
          <span>{result.text()}</span>
        </p>
        <div className="min-w-0 text-sm">{source && coverage === 'documents' && <Place source={source} onOpen={onOpen} />}</div>
        <div className="@3xl:justify-self-end">
          {coverage === 'correction' ? (
            <Link
              to="/studio/$agentId/corrections"
              params={{ agentId }}
              aria-label={m.studio_coverage_correct_label({ question })}
              className={`${buttonClasses('plain')} no-underline! @max-3xl:-ml-5`}
            >
              {m.studio_correct_change()}
            </Link>
          ) : (
            <Button
              ref={opener}
              variant={isMissing ? 'quiet' : 'plain'}
              className={isMissing ? 'bg-paper-raised' : '@max-3xl:-ml-5'}
              aria-expanded={isOpen}
              aria-label={isMissing ? m.studio_coverage_write_label({ question }) : m.studio_coverage_correct_label({ question })}
              onClick={() => setOpen(true)}
            >
              {isMissing ? m.studio_correct_write() : m.studio_correct_change()}
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <div className="max-w-2xl px-2 pb-5 @3xl:pl-12">
          <CorrectionForm
            agentId={agentId}
            question={question}
            answer={saved?.answer ?? ''}
            onCancel={() => setOpen(false)}
            onSaved={({ answer }) => {
              setSaved({ answer, at })
              setOpen(false)
            }}
          />
        </div>
      )}
      <p role="status" className="px-2 pb-3 text-sm font-semibold empty:hidden @3xl:pl-12">
        {saved?.at === at && !isOpen ? m.studio_coverage_saved() : null}
      </p>
    </li>
  )
}

function Place({ source, onOpen }: { source: Source; onOpen: CoverageRowProps['onOpen'] }) {
  const text = source.source === '' ? source.title : `${source.title}, ${source.source}`
  if (source.id === undefined) return <span className="wrap-anywhere">{text}</span>
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="text-link min-h-touch text-left wrap-anywhere"
      onClick={({ currentTarget }) => onOpen(source, currentTarget)}
    >
      {text}
    </button>
  )
}
