import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { maxTurns, withoutCitations } from '../../../chat/rules.ts'
import { FailedAnswer, Notice } from '../../../chat/ui/ask/ask-one.tsx'
import { QuestionBubble, ReplyBubble } from '../../../chat/ui/ask/reply-bubble.tsx'
import { showTurn } from '../../../chat/ui/ask/show-turn.ts'
import { type AskReply, type OpenReply, type Turn, useStreamedReply, useWholeReply } from '../../../chat/ui/ask/use-reply.ts'
import { plainText } from '../../../chat/ui/markdown/plain-text.ts'
import { HelpHint, NotAboutMe } from '../../../chat/ui/reply/help-hint.tsx'
import { documentStreams } from '../../../shell/ui/api/document-stream.ts'
import type { SharedAgent } from '../../agent-schema.ts'
import { AgentBubble } from './agent-bubble.tsx'
import { type TurnReports, useTurnReports } from './use-turn-reports.ts'

interface AgentTurnProps extends TurnReports {
  agent: SharedAgent
  question: string
  before: readonly Turn[]
  /** The reply that this tab kept; null for a question that is asked now. */
  kept: AskReply | null
  /** A reply that is whole. */
  onWhole: (reply: AskReply) => void
  onSources: () => void
  onNext: (questions: readonly string[]) => void
}

/** A question and its reply. */
export function AgentTurn({ agent, question, before, kept, isLast, ...on }: AgentTurnProps) {
  const { slug, name } = agent
  const [turns] = useState(() => before.slice(-maxTurns))
  const [first] = useState(kept)
  const open: OpenReply = useCallback(
    (input, options) => documentStreams.studio.askAgent.subscribe({ slug, ...input }, options),
    [slug],
  )
  const { reply, askAgain, notAboutMe } = useStreamedReply(open, { question, turns, kept: first })
  const { phase, text, help, sources } = reply
  const isHelp = reply.origin === 'help'
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (place.current && !first) showTurn(place.current)
  }, [first])
  useTurnReports(reply, question, { ...on, isLast })
  useShown(reply, { ...on, isLast })
  useWholeReply(reply, on.onWhole)
  const hasBubble = !isHelp && (text !== '' || phase === 'waiting')
  return (
    <article
      ref={place}
      tabIndex={-1}
      aria-label={m.chat_ask_answer_label({ name })}
      className="grid scroll-mt-[calc(var(--spacing-header)+0.5rem)] gap-3"
    >
      <QuestionBubble text={question} />
      {isHelp && <ReplyBubble name={null} note="" text={text} sources={sources} growing={phase === 'writing'} />}
      {hasBubble && <AgentBubble agent={agent} question={question} reply={reply} />}
      {phase === 'done' && help && (
        <div className="justify-self-start">{isHelp ? <NotAboutMe onPress={notAboutMe} /> : <HelpHint kind={help} />}</div>
      )}
      {phase === 'limited' && <Notice text={limitText(reply)} />}
      {phase === 'refused' && <Notice text={m.studio_shared_refused()} />}
      {phase === 'failed' && <FailedAnswer text={text} onAgain={askAgain} />}
      <p role="status" className="sr-only">
        {announcement(name, reply)}
      </p>
    </article>
  )
}

/** What the reply has shown so far. */
function useShown({ sources, next }: AskReply, on: Pick<AgentTurnProps, 'isLast' | 'onSources' | 'onNext'>) {
  const latest = useRef(on)
  latest.current = on
  const { isLast } = on
  useEffect(() => {
    if (isLast) latest.current.onNext(next)
  }, [isLast, next])
  useEffect(() => {
    if (sources.length > 0) latest.current.onSources()
  }, [sources])
}

const limitText = ({ retryAfter }: AskReply) => m.studio_shared_limited({ wait: waitText(retryAfter ?? 60, getLocale()) })

/** Announces the whole reply once instead of its chunks. */
function announcement(name: string, reply: AskReply): string {
  const { phase, text, sources } = reply
  if (phase === 'waiting' || phase === 'writing') return m.studio_shared_looking({ name })
  if (phase === 'limited') return limitText(reply)
  if (phase === 'refused') return m.studio_shared_refused()
  if (phase === 'failed') return text === '' ? m.chat_ask_failed() : m.chat_ask_broken()
  return m.chat_answered({ name, text: plainText(withoutCitations(text, sources.length)) })
}
