import { saveText } from '@duo/platform/browser/save-file.ts'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useContext } from 'react'
import type { AskReply } from '../../../chat/ui/ask/use-reply.ts'
import { OpenSource } from '../../../chat/ui/citations/citation.tsx'
import { MarkdownText } from '../../../chat/ui/markdown/markdown.tsx'
import { messageData, StructuredData } from '../../../chat/ui/share/machine-made-data.tsx'
import type { SharedAgent } from '../../agent-schema.ts'
import { ReportButton } from './report-button.tsx'
import { fileOfReply, markedReply } from './saved-reply.ts'
import { citationClasses, SourceList } from './source-list.tsx'

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
  const openPassage = useContext(OpenSource)
  // a correction has no passage to open
  const openSource = coverage === 'correction' ? null : openPassage
  const isWanting = coverage === 'not_covered' || coverage === 'general'
  return (
    <div className="min-w-0 animate-rise rounded-heard border border-line bg-paper-raised px-4 py-3 sm:px-5">
      <p className="mb-2 flex flex-wrap items-center gap-x-2 text-sm font-semibold">
        <Logo className={`h-4 w-6 ${phase === 'waiting' ? 'animate-breathe' : ''}`} />
        <Name>{name}</Name>
        <span className={`font-normal ${isWanting ? 'text-ink' : 'text-muted'}`}>{originText(reply)}</span>
      </p>
      <OpenSource value={openSource}>
        {text === '' ? (
          <p aria-hidden="true" className="min-h-touch text-muted">
            {m.studio_shared_looking({ name })}
          </p>
        ) : (
          <div className={citationClasses}>
            <MarkdownText text={text} sources={growing ? null : sources} />
          </div>
        )}
        {growing && <span aria-hidden="true" className="mt-2 block h-1 w-8 animate-breathe rounded-full bg-overlap" />}
      </OpenSource>
      {text !== '' && sources.length > 0 && (
        <div className="mt-3 border-t border-line pt-1">
          <SourceList sources={sources} onOpen={openSource} correctionsOf={null} />
        </div>
      )}
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
          <ReportButton slug={agent.slug} about={{ question, reply: text, provenance: reply.provenance }} />
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
