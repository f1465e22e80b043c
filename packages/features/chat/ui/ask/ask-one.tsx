import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { useEffect, useRef } from 'react'
import { hasSessionHint } from '#shell/ui/script/session-hint.ts'
import { withoutCitations } from '../../rules.ts'
import { plainText } from '../markdown/plain-text.ts'
import { HelpHint, NotAboutMe } from '../reply/help-hint.tsx'
import { storeQuestion } from './asked-question.ts'
import { QuestionBubble, ReplyBubble } from './reply-bubble.tsx'
import { type AskReply, useReply, useWholeReply } from './use-reply.ts'

interface AskOneProps {
  agent: { slug: string; name: string }
  question: string
  /** The element whose shapes light up where they overlap (`data-answer`). */
  scene: HTMLElement
  /** The reply that this tab kept; null for a question that is asked now. */
  kept: AskReply | null
  onWhole: (reply: AskReply) => void
}

export function AskOne({ agent, question, scene, kept, onWhole }: AskOneProps) {
  const { reply, askAgain, notAboutMe } = useReply({ agent: agent.slug, question, kept })
  const place = useRef<HTMLElement>(null)
  useScene(scene, reply)
  useWholeReply(reply, onWhole)
  useEffect(() => {
    if (!kept) place.current?.focus({ preventScroll: true })
  }, [kept])
  const { phase, text, origin, help } = reply
  const isHelp = origin === 'help'
  return (
    <section ref={place} tabIndex={-1} aria-label={m.chat_ask_answer_label({ name: agent.name })} className="grid gap-3">
      <QuestionBubble text={question} />
      {text !== '' && (
        <ReplyBubble
          name={isHelp ? null : agent.name}
          note={m.chat_ask_simulation()}
          text={text}
          sources={reply.sources}
          growing={phase === 'writing'}
        />
      )}
      {phase === 'done' && help && (isHelp ? <NotAboutMe onPress={notAboutMe} /> : <HelpHint kind={help} />)}
      {phase === 'waiting' && <Waiting text={m.chat_ask_reading({ name: agent.name })} />}
      {phase === 'limited' && <Notice text={limitText(reply)} />}
      {phase === 'failed' && <FailedAnswer text={text} onAgain={askAgain} />}
      {(phase === 'done' || phase === 'limited') && !isHelp && <GoOn agent={agent} question={question} />}
      <p role="status" className="sr-only">
        {announcement(agent.name, reply)}
      </p>
    </section>
  )
}

const isCiting = ({ text, sources }: AskReply) => sources.length > 0 || /\[\d\]/.test(text)

/** Null leaves the scene to another reply. */
export function useScene(scene: HTMLElement, reply: AskReply | null) {
  const isRunning = reply?.phase === 'waiting' || reply?.phase === 'writing'
  const state = reply && (isCiting(reply) ? 'citing' : isRunning ? 'waiting' : null)
  useEffect(() => {
    if (state) scene.dataset.answer = state
    else delete scene.dataset.answer
    return () => {
      delete scene.dataset.answer
    }
  }, [scene, state])
}

export const Waiting = ({ text }: { text: string }) => (
  <p aria-hidden="true" className="flex min-h-touch items-center gap-3 text-sm text-muted">
    <Logo className="h-5 w-8 animate-breathe" />
    {text}
  </p>
)

export const Notice = ({ text, children }: { text: string; children?: React.ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">
    <p className="font-semibold">{text}</p>
    {children}
  </div>
)

/** `text` is what arrived before the answer broke off. */
export const FailedAnswer = ({ text, onAgain }: { text: string; onAgain: () => void }) => (
  <Notice text={text === '' ? m.chat_ask_failed() : m.chat_ask_broken()}>
    <button type="button" onClick={onAgain} className={buttonClasses('quiet')}>
      {m.chat_ask_again()}
    </button>
  </Notice>
)

function GoOn({ agent: { slug, name }, question }: Pick<AskOneProps, 'agent' | 'question'>) {
  const search = new URLSearchParams({ mode: 'sign-up', next: `/marketplace?start=${slug}` })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <a
        href={`${localizePath('/auth', getLocale())}?${search}`}
        onClick={() => storeQuestion(slug, question)}
        className={buttonClasses('primary')}
      >
        {m.chat_ask_go_on({ name })}
      </a>
      <p className="text-sm text-muted">{hasSessionHint() ? m.chat_ask_go_on_member_hint() : m.chat_ask_go_on_hint()}</p>
    </div>
  )
}

const limitText = ({ retryAfter }: AskReply) => m.chat_ask_limited({ wait: waitText(retryAfter ?? 60, getLocale()) })

/** Announces the whole reply once instead of its chunks. */
function announcement(name: string, reply: AskReply): string {
  const { phase, text, sources } = reply
  if (phase === 'waiting' || phase === 'writing') return m.chat_ask_reading({ name })
  if (phase === 'limited') return limitText(reply)
  if (phase === 'failed') return text === '' ? m.chat_ask_failed() : m.chat_ask_broken()
  return m.chat_answered({ name, text: plainText(withoutCitations(text, sources.length)) })
}
