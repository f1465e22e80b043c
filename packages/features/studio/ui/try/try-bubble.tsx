import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import type { Coverage } from '../../../chat/ask-schema.ts'
import { withoutCitations } from '../../../chat/rules.ts'
import type { Source } from '../../../chat/schema.ts'
import type { AskReply } from '../../../chat/ui/ask/use-reply.ts'
import { OpenSource } from '../../../chat/ui/citations/citation.tsx'
import { PencilIcon } from '../../../chat/ui/icons.tsx'
import { MarkdownText } from '../../../chat/ui/markdown/markdown.tsx'
import { plainText } from '../../../chat/ui/markdown/plain-text.ts'
import { CorrectionForm } from '../corrections/correction-form.tsx'
import { citationClasses, SourceList } from '../shared/source-list.tsx'
import { Unsupported } from './unsupported.tsx'

interface TryBubbleProps {
  agentId: string
  question: string
  reply: AskReply
  onOpen: (source: Source, from: HTMLElement) => void
  onAsk: (question: string) => void
}

const marks: Partial<Record<Coverage, () => string>> = {
  not_covered: m.studio_mark_not_covered,
  correction: m.studio_mark_correction,
  general: m.studio_mark_general,
}

export function TryBubble({ agentId, question, reply, onOpen, onAsk }: TryBubbleProps) {
  const { phase, text, sources, coverage, unsupported, origin } = reply
  const isHelp = origin === 'help'
  const isRunning = phase === 'waiting' || phase === 'writing'
  const mark = coverage === null || isHelp ? undefined : marks[coverage]
  return (
    <div className="min-w-0 rounded-heard border border-line bg-paper-raised p-5">
      {mark && <p className="mb-2 w-fit rounded-md border border-line-strong px-2 py-0.5 text-sm font-semibold">{mark()}</p>}
      <div className={citationClasses}>
        <OpenSource value={coverage === 'correction' ? null : onOpen}>
          <MarkdownText text={text} sources={isRunning ? null : sources} />
        </OpenSource>
      </div>
      {isRunning && <span aria-hidden="true" className="mt-2 block h-1 w-8 animate-breathe rounded-full bg-overlap" />}
      {unsupported.length > 0 && <Unsupported sentences={unsupported} />}
      {sources.length > 0 && (
        <div className="mt-4 border-t border-line pt-3">
          <p className="text-sm text-muted">{m.studio_try_from()}</p>
          <SourceList sources={sources} onOpen={onOpen} correctionsOf={agentId} />
        </div>
      )}
      {phase === 'done' && !isHelp && (
        <Correct
          agentId={agentId}
          question={question}
          draft={coverage === 'not_covered' ? '' : toDraft(text, sources.length)}
          onAsk={onAsk}
        />
      )}
    </div>
  )
}

interface CorrectProps extends Pick<TryBubbleProps, 'agentId' | 'question' | 'onAsk'> {
  /** To begin with; empty for a reply that has nothing to correct. */
  draft: string
}

/** "Correct this reply", which opens a form. */
function Correct({ agentId, question, draft, onAsk }: CorrectProps) {
  const [state, setState] = useState<'closed' | 'open' | 'saved'>('closed')
  const opener = useFocusBack(state === 'open')
  if (state === 'open')
    return (
      <div className="mt-4 border-t border-line pt-4">
        <CorrectionForm
          agentId={agentId}
          question={question}
          answer={draft}
          onCancel={() => setState('closed')}
          onSaved={() => setState('saved')}
        />
      </div>
    )
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="font-semibold empty:hidden">
        {state === 'saved' ? m.studio_corrected() : null}
      </p>
      {state === 'saved' ? (
        <Button ref={opener} variant="quiet" onClick={() => onAsk(question)}>
          {m.studio_try_again()}
        </Button>
      ) : (
        <Button ref={opener} variant="quiet" onClick={() => setState('open')}>
          <PencilIcon className="size-5 flex-none" />
          <span>{draft === '' ? m.studio_correct_write() : m.studio_correct()}</span>
        </Button>
      )}
      <p className="text-sm text-muted">{draft === '' ? m.studio_try_machine() : m.studio_try_made_by()}</p>
    </div>
  )
}

/** A reply as a text to edit: without its numbers, marks and backslashes. */
const toDraft = (text: string, sourceCount: number) =>
  plainText(withoutCitations(text, sourceCount).replace(/^>\s?/gm, ''))
    .replace(/\\(?=[^\w\s])/g, '')
    .trim()
