import { saveText } from '@duo/platform/browser/save-file.ts'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useContext } from 'react'
import type { Source } from '../../../chat/schema.ts'
import type { AskReply } from '../../../chat/ui/ask/use-reply.ts'
import { MarkdownText } from '../../../chat/ui/markdown/markdown.tsx'
import { OpenSource } from '../../../chat/ui/reply/citation.tsx'
import { messageData, StructuredData } from '../../../chat/ui/share/machine-made-data.tsx'
import type { SharedAgent } from '../../agent-schema.ts'
import { ReportButton } from './report-button.tsx'
import { fileOfReply, markedReply } from './saved-reply.ts'

interface AgentBubbleProps {
  agent: SharedAgent
  question: string
  reply: AskReply
}

/** A reply with where it is from, and with what it rests on. */
export function AgentBubble({ agent, question, reply }: AgentBubbleProps) {
  const { phase, text, sources, coverage } = reply
  const { name } = agent
  const growing = phase === 'writing'
  const marked = markedReply(reply)
  const openSource = useContext(OpenSource)
  const isWanting = coverage === 'not_covered' || coverage === 'general'
  return (
    <div className="min-w-0 animate-rise rounded-heard border border-line bg-paper-raised px-4 py-3 sm:px-5">
      <p className="mb-2 flex flex-wrap items-center gap-x-2 text-sm font-semibold">
        <Logo className={`h-4 w-6 ${phase === 'waiting' ? 'animate-breathe' : ''}`} />
        <Name>{name}</Name>
        <span className={`font-normal ${isWanting ? 'text-ink' : 'text-muted'}`}>{originText(reply)}</span>
      </p>
      {/* a correction has no passage to open */}
      <OpenSource value={coverage === 'correction' ? null : openSource}>
        {text === '' ? (
          <p aria-hidden="true" className="min-h-touch text-muted">
            {m.studio_shared_looking({ name })}
          </p>
        ) : (
          <MarkdownText text={text} sources={growing ? null : sources} />
        )}
        {growing && <span aria-hidden="true" className="mt-2 block h-1 w-8 animate-breathe rounded-full bg-overlap" />}
        {text !== '' && sources.length > 0 && <Places sources={sources} />}
      </OpenSource>
      {phase === 'done' && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 border-t border-line pt-1">
          {marked && (
            <button
              type="button"
              className={`${buttonClasses('plain')} px-2!`}
              onClick={() => {
                const { fileName, content } = fileOfReply({ name, question, sources, ...marked })
                saveText(fileName, content, 'text/markdown')
              }}
            >
              {m.studio_shared_save()}
            </button>
          )}
          <ReportButton slug={agent.slug} about={{ question, reply: text }} />
        </div>
      )}
      {marked && <StructuredData data={{ '@graph': messageData(marked) }} />}
    </div>
  )
}

function originText({ coverage, origin }: AskReply): string {
  if (coverage === 'not_covered') return m.studio_shared_not_covered()
  if (coverage === 'correction') return m.studio_shared_correction()
  if (coverage === 'general') return m.studio_shared_general()
  if (coverage === 'small_talk' || coverage === null) return m.studio_shared_talk()
  return origin === 'model' ? m.studio_shared_by_model() : m.studio_shared_by_machine()
}

/** The sources by their numbers. Each opens its passage. */
function Places({ sources }: { sources: readonly Source[] }) {
  const openSource = useContext(OpenSource)
  return (
    <ol aria-label={m.chat_shared_sources()} className="mt-3 border-t border-line pt-1 text-sm">
      {sources.map((source, index) => (
        <li key={`${source.id} ${source.title} ${source.source}`} className="animate-fade">
          {openSource ? (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={({ currentTarget }) => openSource(source, currentTarget)}
              className={`${placeClasses} w-full rounded-md text-left hover:bg-paper-sunk`}
            >
              <Place number={index + 1} source={source} />
            </button>
          ) : (
            <p className={placeClasses}>
              <Place number={index + 1} source={source} />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

const placeClasses = 'flex min-h-touch items-baseline gap-3 px-1 py-2'

const Place = ({ number, source: { title, source } }: { number: number; source: Source }) => (
  <>
    <span className="figures font-bold">{number}</span>
    <span className="min-w-0 wrap-anywhere">
      <span className="font-semibold">
        <bdi>{title}</bdi>
      </span>
      {source !== '' && <span className="text-muted">{`, ${source}`}</span>}
    </span>
  </>
)
