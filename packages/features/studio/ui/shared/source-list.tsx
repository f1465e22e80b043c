import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Source } from '../../../chat/schema.ts'

/** Numbers in the text look as those of the list below it: a marigold speech shape is a place. */
export const citationClasses =
  '[&_[data-citation]]:mx-0.5 [&_[data-citation]]:rounded-[50%_50%_10%_50%] [&_[data-citation]]:bg-voice-bright [&_[data-citation]]:text-on-bright [&_[data-citation]]:hover:outline-2 [&_[data-citation]]:hover:outline-ink'

interface SourceListProps {
  sources: readonly Source[]
  /** Null if there is no passage to open. */
  onOpen: ((source: Source, from: HTMLElement) => void) | null
  /** The draft to whose corrections a source without a passage leads; null for visitors. */
  correctionsOf: string | null
}

/** The places of a reply by their numbers. A press opens the passage. */
export const SourceList = ({ sources, onOpen, correctionsOf }: SourceListProps) => (
  <ol aria-label={m.chat_shared_sources()} className="text-sm">
    {sources.map((source, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: its number is what a source is
      <li key={index} className="animate-fade">
        <Row source={source} onOpen={onOpen} correctionsOf={correctionsOf}>
          <span className="figures grid size-6 flex-none place-items-center rounded-[50%_50%_10%_50%] bg-voice-bright text-xs font-bold text-on-bright">
            <span className="sr-only">{m.chat_citation({ number: index + 1 })}</span>
            <span aria-hidden="true">{index + 1}</span>
          </span>
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold">
              <Name>{source.title}</Name>
            </span>
            {source.source !== '' && <span>{`, ${source.source}`}</span>}
          </span>
        </Row>
      </li>
    ))}
  </ol>
)

const rowClasses = 'flex min-h-touch w-full items-center gap-3 rounded-md text-left'

interface RowProps extends Omit<SourceListProps, 'sources'> {
  source: Source
  children: ReactNode
}

function Row({ source, onOpen, correctionsOf, children }: RowProps) {
  if (correctionsOf !== null && source.id === undefined)
    return (
      <Link
        to="/studio/$agentId/corrections"
        params={{ agentId: correctionsOf }}
        className={`${rowClasses} no-underline! hover:bg-paper-sunk`}
      >
        {children}
      </Link>
    )
  if (onOpen === null) return <p className={rowClasses}>{children}</p>
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${rowClasses} hover:bg-paper-sunk`}
      onClick={({ currentTarget }) => onOpen(source, currentTarget)}
    >
      {children}
    </button>
  )
}
