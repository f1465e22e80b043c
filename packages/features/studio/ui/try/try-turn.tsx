import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { useEffect, useRef, useState } from 'react'
import { maxTurnLength, maxTurns, withoutCitations } from '../../../chat/rules.ts'
import type { Source } from '../../../chat/schema.ts'
import { QuestionBubble } from '../../../chat/ui/ask/reply-bubble.tsx'
import { showTurn } from '../../../chat/ui/ask/show-turn.ts'
import type { AskReply, Turn } from '../../../chat/ui/ask/use-reply.ts'
import { plainText } from '../../../chat/ui/markdown/plain-text.ts'
import { HelpHint, NotAboutMe } from '../../../chat/ui/reply/help-hint.tsx'
import type { AgentDraft } from '../../agent-schema.ts'
import { Questions } from './questions.tsx'
import { TryBubble } from './try-bubble.tsx'
import { useTryReply } from './use-try-reply.ts'

interface TryTurnProps {
  agent: Pick<AgentDraft, 'id' | 'name'>
  question: string
  before: readonly Turn[]
  isLast: boolean
  onAsk: (question: string) => void
  onOpen: (source: Source, from: HTMLElement) => void
  onRunning: (isRunning: boolean) => void
  onAnswered: (turn: Turn) => void
}

/** A question to the draft and its reply. */
export function TryTurn({ agent, question, before, isLast, onAsk, onOpen, onRunning, onAnswered }: TryTurnProps) {
  const [turns] = useState(() => before.slice(-maxTurns))
  const { reply, askAgain, notAboutMe } = useTryReply({ agentId: agent.id, question, turns })
  const { phase, text, help, origin } = reply
  const isHelp = origin === 'help'
  const isRunning = phase === 'waiting' || phase === 'writing'
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (place.current) showTurn(place.current)
  }, [])
  const report = useRef({ onRunning, onAnswered })
  report.current = { onRunning, onAnswered }
  useEffect(() => {
    if (isLast) report.current.onRunning(isRunning)
  }, [isLast, isRunning])
  useEffect(() => {
    if (phase !== 'done' || isHelp) return
    report.current.onAnswered({ question, answer: withoutCitations(text).slice(0, maxTurnLength) })
  }, [phase, isHelp, question, text])
  return (
    <article
      ref={place}
      tabIndex={-1}
      aria-label={m.chat_ask_answer_label({ name: agent.name })}
      className="grid scroll-mt-[calc(var(--spacing-header)+1rem)] gap-3"
    >
      <QuestionBubble text={question} />
      {text === '' && phase === 'waiting' && (
        <p aria-hidden="true" className="flex min-h-touch items-center gap-3 text-sm text-muted">
          <Logo className="h-5 w-8 animate-breathe" />
          {m.studio_try_reading()}
        </p>
      )}
      {text !== '' && <TryBubble agentId={agent.id} question={question} reply={reply} onOpen={onOpen} onAsk={onAsk} />}
      {phase === 'done' && help && (isHelp ? <NotAboutMe onPress={notAboutMe} /> : <HelpHint kind={help} />)}
      {phase === 'limited' && <p className="font-semibold">{limitText(reply)}</p>}
      {(phase === 'failed' || phase === 'refused') && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="font-semibold">{text === '' ? m.studio_try_failed() : m.studio_try_broken()}</p>
          <Button variant="quiet" onClick={askAgain}>
            {m.studio_try_again()}
          </Button>
        </div>
      )}
      {isLast && phase === 'done' && reply.next.length > 0 && (
        <Questions questions={reply.next} onAsk={onAsk} label={m.chat_next_label()} />
      )}
      <p role="status" className="sr-only">
        {announcement(agent.name, reply)}
      </p>
    </article>
  )
}

const limitText = ({ retryAfter }: AskReply) => m.studio_try_limited({ wait: waitText(retryAfter ?? 60, getLocale()) })

/** Announces the whole reply once instead of its chunks. */
function announcement(name: string, reply: AskReply): string {
  const { phase, text } = reply
  if (phase === 'waiting' || phase === 'writing') return m.studio_try_reading()
  if (phase === 'limited') return limitText(reply)
  if (phase === 'failed' || phase === 'refused') return text === '' ? m.studio_try_failed() : m.studio_try_broken()
  return m.chat_answered({ name, text: plainText(withoutCitations(text)) })
}
