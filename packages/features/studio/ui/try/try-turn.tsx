import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { maxTurns, withoutCitations } from '../../../chat/rules.ts'
import type { Source } from '../../../chat/schema.ts'
import { FailedAnswer, Notice, Waiting } from '../../../chat/ui/ask/ask-one.tsx'
import { QuestionBubble } from '../../../chat/ui/ask/reply-bubble.tsx'
import { showTurn } from '../../../chat/ui/ask/show-turn.ts'
import { type AskReply, type OpenReply, type Turn, useStreamedReply } from '../../../chat/ui/ask/use-reply.ts'
import { plainText } from '../../../chat/ui/markdown/plain-text.ts'
import { HelpHint, NotAboutMe } from '../../../chat/ui/reply/help-hint.tsx'
import { NextQuestions } from '../../../chat/ui/reply/next-questions.tsx'
import { documentStreams } from '../../../shell/ui/api/document-stream.ts'
import type { AgentDraft } from '../../agent-schema.ts'
import { type TurnReports, useTurnReports } from '../shared/use-turn-reports.ts'
import { TryBubble } from './try-bubble.tsx'

interface TryTurnProps extends TurnReports {
  agent: Pick<AgentDraft, 'id' | 'name'>
  question: string
  before: readonly Turn[]
  onAsk: (question: string) => void
  onOpen: (source: Source, from: HTMLElement) => void
}

/** A question to the draft and its reply. */
export function TryTurn({ agent, question, before, isLast, onAsk, onOpen, ...on }: TryTurnProps) {
  const [turns] = useState(() => before.slice(-maxTurns))
  const { id, name } = agent
  const open: OpenReply = useCallback(
    (input, options) => documentStreams.studio.tryAgent.subscribe({ agentId: id, ...input }, options),
    [id],
  )
  const { reply, askAgain, notAboutMe } = useStreamedReply(open, { question, turns })
  const { phase, text, help, origin } = reply
  const isHelp = origin === 'help'
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (place.current) showTurn(place.current)
  }, [])
  useTurnReports(reply, question, { ...on, isLast })
  return (
    <article
      ref={place}
      tabIndex={-1}
      aria-label={m.chat_ask_answer_label({ name })}
      className="grid scroll-mt-[calc(var(--spacing-header)+1rem)] gap-3"
    >
      <QuestionBubble text={question} />
      {text === '' && phase === 'waiting' && <Waiting text={m.studio_try_reading()} />}
      {text !== '' && <TryBubble agentId={id} question={question} reply={reply} onOpen={onOpen} onAsk={onAsk} />}
      {phase === 'done' && help && (isHelp ? <NotAboutMe onPress={notAboutMe} /> : <HelpHint kind={help} />)}
      {phase === 'limited' && <Notice text={limitText(reply)} />}
      {phase === 'refused' && <Notice text={m.studio_try_gone()} />}
      {phase === 'failed' && <FailedAnswer text={text} onAgain={askAgain} />}
      {isLast && phase === 'done' && reply.next.length > 0 && <NextQuestions questions={reply.next} onAsk={onAsk} />}
      <p role="status" className="sr-only">
        {announcement(name, reply)}
      </p>
    </article>
  )
}

const limitText = ({ retryAfter }: AskReply) => m.studio_try_limited({ wait: waitText(retryAfter ?? 60, getLocale()) })

/** Announces the whole reply once instead of its chunks. */
function announcement(name: string, reply: AskReply): string {
  const { phase, text, sources } = reply
  if (phase === 'waiting' || phase === 'writing') return m.studio_try_reading()
  if (phase === 'limited') return limitText(reply)
  if (phase === 'refused') return m.studio_try_gone()
  if (phase === 'failed') return text === '' ? m.chat_ask_failed() : m.chat_ask_broken()
  return m.chat_answered({ name, text: plainText(withoutCitations(text, sources.length)) })
}
