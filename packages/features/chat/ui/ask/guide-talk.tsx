import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { maxTurnLength, maxTurns, withoutCitations } from '../../rules.ts'
import type { Source } from '../../schema.ts'
import { MarkdownText } from '../markdown/markdown.tsx'
import { plainText } from '../markdown/plain-text.ts'
import { HelpHint, NotAboutMe } from '../reply/help-hint.tsx'
import { NextQuestions } from '../reply/next-questions.tsx'
import { FailedAnswer, Notice, useScene } from './ask-one.tsx'
import type { KeptTurn } from './kept-talk.ts'
import { QuestionBubble, ReplyBubble } from './reply-bubble.tsx'
import { showTurn } from './show-turn.ts'
import { type AskReply, type Turn, useReply, useWholeReply } from './use-reply.ts'

interface GuideTalkProps {
  agent: { slug: string; name: string }
  turns: readonly KeptTurn[]
  scene: HTMLElement
  /** The place of the questions that lead on, below the field. */
  next: HTMLElement
  onAsk: (question: string) => void
  onRunning: (isRunning: boolean) => void
  /** Called after each reply, but not after crisis help: what was sent before reading it is not asked. */
  onAnswered: () => void
  /** A whole reply, and its place in the talk. */
  onWhole: (reply: AskReply, place: number) => void
}

/** Questions to the guide and its replies. The browser keeps what was said, and sends it along. */
export function GuideTalk({ turns: all, onRunning, onAnswered, onWhole, ...shared }: GuideTalkProps) {
  const [answered, setAnswered] = useState<readonly (Turn | null)[]>([])
  return (
    <section aria-label={m.chat_guide_label()} className="grid gap-5 lg:mt-auto">
      {all.map(({ question, reply }, place) => (
        <GuideTurn
          // biome-ignore lint/suspicious/noArrayIndexKey: questions are only added, and one may be asked twice
          key={place}
          {...shared}
          question={question}
          before={answered}
          kept={reply}
          isLast={place === all.length - 1}
          onRunning={onRunning}
          onAnswered={(turn) => {
            setAnswered((turns) => [...turns, turn])
            onAnswered()
          }}
          onWhole={(finished) => onWhole(finished, place)}
        />
      ))}
    </section>
  )
}

interface GuideTurnProps extends Omit<GuideTalkProps, 'turns' | 'onAnswered' | 'onWhole'> {
  question: string
  /** The reply that this tab kept; null for a question that is asked now. */
  kept: AskReply | null
  onWhole: (reply: AskReply) => void
  before: readonly (Turn | null)[]
  isLast: boolean
  /** Null for a reply that says nothing about what was meant. */
  onAnswered: (turn: Turn | null) => void
}

function GuideTurn({ agent, question, before, kept, isLast, scene, next, onAsk, onRunning, ...on }: GuideTurnProps) {
  const [turns] = useState(() => before.filter((turn) => turn !== null).slice(-maxTurns))
  const [first] = useState(kept)
  const { reply, askAgain, notAboutMe } = useReply({ agent: agent.slug, question, turns, kept: first })
  const { phase, text, help } = reply
  const isHelp = reply.origin === 'help'
  const isRunning = phase === 'waiting' || phase === 'writing'
  const place = useRef<HTMLElement>(null)
  useScene(scene, isLast ? reply : null)
  useEffect(() => {
    if (place.current && !first) showTurn(place.current, scrollInBox)
  }, [first])
  useEffect(() => {
    if (isLast && isRunning && place.current) scrollInBox(place.current)
  })
  useEffect(() => {
    if (isLast) onRunning(isRunning)
  })
  useWholeReply(reply, on.onWhole)
  const report = useRef(on.onAnswered)
  report.current = on.onAnswered
  useEffect(() => {
    if (phase === 'done' && !isHelp) report.current({ question, answer: withoutCitations(text).slice(0, maxTurnLength) })
  }, [phase, isHelp, question, text])
  return (
    <article
      ref={place}
      tabIndex={-1}
      aria-label={m.chat_ask_answer_label({ name: agent.name })}
      className="grid scroll-mt-[calc(var(--spacing-header)+0.5rem)] gap-3"
    >
      <QuestionBubble text={question} />
      {isHelp ? (
        <ReplyBubble name={null} note="" text={text} sources={[]} growing={phase === 'writing'} />
      ) : (
        (text !== '' || phase === 'waiting') && <GuideBubble reply={reply} name={agent.name} />
      )}
      {phase === 'done' && help && (isHelp ? <NotAboutMe onPress={notAboutMe} /> : <HelpHint kind={help} />)}
      {phase === 'limited' && <Notice text={limitText(reply)} />}
      {phase === 'failed' && <FailedAnswer text={text} onAgain={askAgain} />}
      {isLast && createPortal(<NextQuestions questions={reply.next} onAsk={onAsk} className="mt-3 min-h-touch" />, next)}
      <p role="status" className="sr-only">
        {announcement(agent.name, reply)}
      </p>
    </article>
  )
}

/** Scrolls the newest question to the top of its box. Returns false in a narrow window, where the box is as high as its content. */
function scrollInBox(turn: HTMLElement): boolean {
  const box = turn.closest<HTMLElement>('[data-ask-talk]')
  if (box === null || getComputedStyle(box).overflowY !== 'auto') return false
  box.scrollTop += turn.getBoundingClientRect().top - box.getBoundingClientRect().top - fadeHeight
  return true
}

/** Pixels at the top of the box in which the earlier talk fades out. */
const fadeHeight = 20

function GuideBubble({ reply: { phase, text, sources }, name }: { reply: AskReply; name: string }) {
  return (
    <div className="min-w-0 animate-rise rounded-[2rem_2rem_0.25rem_2rem] bg-voice-bright px-6 py-5 text-on-bright [&_a]:text-on-bright">
      <p className="mb-2 flex flex-wrap items-center gap-x-2 text-sm font-semibold">
        {name}
        <span className="font-normal">{m.chat_guide_note()}</span>
      </p>
      {text === '' ? (
        <p aria-hidden="true" className="flex min-h-touch items-center gap-3">
          <Logo className="h-5 w-8 animate-breathe" />
          {m.chat_guide_reading()}
        </p>
      ) : (
        <MarkdownText text={withoutCitations(text)} />
      )}
      {phase !== 'waiting' && sources.length > 0 && <Pages sources={sources} />}
    </div>
  )
}

function Pages({ sources }: { sources: readonly Source[] }) {
  const pages = new Map(sources.map(({ title, source }) => [source, title]))
  return (
    <ul aria-label={m.chat_guide_pages()} className="mt-2 flex flex-wrap gap-x-5">
      {[...pages].map(([page, title]) => (
        <li key={page} className="animate-fade">
          <a
            href={localizePath(page, getLocale())}
            className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

const limitText = ({ retryAfter }: AskReply) => m.chat_guide_limited({ wait: waitText(retryAfter ?? 60, getLocale()) })

/** Announces the whole reply once instead of its chunks. */
function announcement(name: string, reply: AskReply): string {
  const { phase, text } = reply
  if (phase === 'waiting' || phase === 'writing') return m.chat_guide_reading()
  if (phase === 'limited') return limitText(reply)
  if (phase === 'failed') return text === '' ? m.chat_ask_failed() : m.chat_ask_broken()
  return m.chat_answered({ name, text: plainText(withoutCitations(text)) })
}
