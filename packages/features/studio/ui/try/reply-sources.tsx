import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { Source } from '../../../chat/schema.ts'

interface ReplySourcesProps {
  agentId: string
  sources: readonly Source[]
  onOpen: (source: Source, from: HTMLElement) => void
}

const row = 'flex min-h-touch w-full items-center gap-3 rounded-md text-left text-sm'

/** The places of a reply by their numbers. A press opens the passage; a correction leads to the list of them. */
export const ReplySources = ({ agentId, sources, onOpen }: ReplySourcesProps) => (
  <div className="mt-4 border-t border-line pt-3">
    <p className="text-sm text-muted">{m.studio_try_from()}</p>
    <ol aria-label={m.chat_shared_sources()}>
      {sources.map((source, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its number is what a source is
        <li key={index}>
          {source.id === undefined ? (
            <Link to="/studio/$agentId/corrections" params={{ agentId }} className={`${row} no-underline! hover:bg-paper-sunk`}>
              <SourceLine number={index + 1} source={source} />
            </Link>
          ) : (
            <button
              type="button"
              aria-haspopup="dialog"
              className={`${row} hover:bg-paper-sunk`}
              onClick={({ currentTarget }) => onOpen(source, currentTarget)}
            >
              <SourceLine number={index + 1} source={source} />
            </button>
          )}
        </li>
      ))}
    </ol>
  </div>
)

const SourceLine = ({ number, source: { title, source } }: { number: number; source: Source }) => (
  <>
    <span className="figures grid size-6 flex-none place-items-center rounded-[50%_50%_10%_50%] bg-voice-bright text-xs font-bold text-on-bright">
      <span className="sr-only">{m.chat_citation({ number })}</span>
      <span aria-hidden="true">{number}</span>
    </span>
    <span className="min-w-0 wrap-anywhere">
      <span className="font-semibold">
        <Name>{title}</Name>
      </span>
      {source !== '' && <span>{`, ${source}`}</span>}
    </span>
  </>
)
