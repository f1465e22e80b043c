import { m } from '@duo/platform/i18n/messages.ts'
import { type ComponentType, useId, useState } from 'react'
import { isRateable, withoutCitations } from '../../rules.ts'
import type { Message, Source } from '../../schema.ts'
import { SourceText } from '../citations/source-text.tsx'
import { IconButton } from '../icon-button.tsx'
import { RetryIcon } from '../icons.tsx'
import { shortWords } from '../markdown/markdown-labels.ts'
import { PlainReply } from '../markdown/plain-reply.tsx'
import { StoredReply } from '../markdown/stored-reply.tsx'
import { EarlierAnswer } from '../reply/earlier-answer.tsx'
import { FailedReply } from '../reply/failed-reply.tsx'
import { HelpHint, NotAboutMe } from '../reply/help-hint.tsx'
import { NextQuestions } from '../reply/next-questions.tsx'
import { canRephrase, Rephrase } from '../reply/rephrase.tsx'
import { DetailsButton, hasDetails, ReplyDetails } from '../reply/reply-details.tsx'
import { ReplyFeedback, type ReplyFeedbackProps } from '../reply/reply-feedback.tsx'
import { CopyText } from './copy-message.tsx'
import { bubbleWidth, noteWidth } from './message-classes.ts'
import { MessageTime } from './message-time.tsx'
import { TypingIndicator } from './typing-indicator.tsx'

const statuses: Partial<Record<Message['status'], () => string>> = {
  stopped: () => m.chat_status_stopped(),
  interrupted: () => m.chat_status_interrupted(),
  failed: () => m.chat_status_failed(),
}

interface AssistantMessageProps {
  name: string
  message: Message
  text: string
  growing: boolean
  /** Whether the Markdown parser is on its way: until then a reply that grows looks as before its first word. */
  isLoading: boolean
  onRetry: (() => void) | null
  /** Only if the model failed: asks the offline engine. */
  onFromNotes: (() => void) | null
  /** Brings the persona's reply in place of help. */
  onNotAboutMe: (() => void) | null
  /** Shows the earlier version of the question, with its answer. */
  earlier: { disabled: boolean; onShow: () => void } | null
  /** False hides the follow-up questions. */
  next: { disabled: boolean; onAsk: (question: string) => void } | false
  onRated: ReplyFeedbackProps['onRated']
  Formatted: ComponentType<{ text: string; sources?: readonly Source[] | null }> | undefined
}

/** Helpline numbers are easy to tap. */
const helpClass = '[&_a]:inline-block [&_a]:py-1 [&_a]:font-semibold'

export function AssistantMessage({
  name,
  message,
  text,
  growing,
  isLoading,
  onRetry,
  onFromNotes,
  onNotAboutMe,
  earlier,
  next,
  onRated,
  Formatted,
}: AssistantMessageProps) {
  if (growing && (text === '' || isLoading)) return <TypingIndicator name={name} />
  const status = statuses[message.status]?.()
  return (
    <div className="group flex flex-col items-start">
      <div
        data-testid="bubble"
        className={`min-w-0 rounded-heard border border-line bg-paper-raised px-3.5 py-2.5 sm:px-5 sm:py-3 ${bubbleWidth} ${message.origin === 'help' ? helpClass : ''}`}
      >
        <span className="sr-only">{message.origin === 'help' ? m.chat_help_name() : name}: </span>
        {text === '' ? <p className="text-muted italic">…</p> : <ReplyText {...{ text, message, growing, Formatted }} />}
        {growing && <Caret />}
        {message.sources.length > 0 && <Sources sources={message.sources} />}
      </div>
      {status && <p className={`${noteWidth} mt-2 text-sm font-semibold`}>{status}</p>}
      {message.problem === 'resting' && <p className={`${noteWidth} mt-2 text-sm text-muted`}>{m.chat_resting()}</p>}
      {!growing && message.help && message.origin !== 'help' && <HelpHint kind={message.help} />}
      {onNotAboutMe && <NotAboutMe onPress={onNotAboutMe} />}
      {onFromNotes && <FailedReply onRetry={onRetry} onFromNotes={onFromNotes} />}
      {earlier && <EarlierAnswer {...earlier} />}
      {!growing && <ReplyFoot message={message} onRetry={onFromNotes ? null : onRetry} onRated={onRated} />}
      {next && canRephrase(message) && <Rephrase {...next} />}
      {next && message.next.length > 0 && <NextQuestions questions={message.next} className="mt-1 mb-3" {...next} />}
    </div>
  )
}

/** What the server rendered. The browser parses only the other replies: those that grow or ended on this page. */
function ReplyText({
  text,
  message,
  growing,
  Formatted,
}: Pick<AssistantMessageProps, 'text' | 'message' | 'growing' | 'Formatted'>) {
  if (message.html && !growing) return <StoredReply key={message.html} html={message.html} sources={message.sources} />
  if (!Formatted) return <PlainReply text={shortWords(withoutCitations(text, message.sources.length))} />
  return <Formatted text={shortWords(text)} sources={growing ? null : message.sources} />
}

const Caret = () => <span aria-hidden="true" className="mt-2 block h-1 w-8 animate-breathe rounded-full bg-overlap" />

function ReplyFoot({ message, onRetry, onRated }: Pick<AssistantMessageProps, 'message' | 'onRetry' | 'onRated'>) {
  const { created_at, origin, content, sources } = message
  const [open, setOpen] = useState(false)
  const panelId = useId()
  return (
    <>
      <div className="flex min-h-touch flex-wrap items-center gap-x-3 text-xs text-muted">
        <MessageTime at={created_at} />
        {origin === 'fallback' && <Label text={m.chat_origin_fallback()} hint={m.chat_origin_fallback_hint()} />}
        {hasDetails(message) && <DetailsButton panelId={panelId} open={open} onToggle={() => setOpen(!open)} />}
        <span
          className={`-ml-1 flex ${onRetry ? '' : 'transition-opacity pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus-within:opacity-100'}`}
        >
          {origin !== 'help' && <CopyText text={withoutCitations(content, sources.length)} />}
          {onRetry && (
            <IconButton label={m.chat_retry()} onClick={onRetry}>
              <RetryIcon />
            </IconButton>
          )}
        </span>
        {isRateable(message) && <ReplyFeedback message={message} onRated={onRated} />}
      </div>
      {open && <ReplyDetails id={panelId} message={message} />}
    </>
  )
}

const Label = ({ text, hint }: { text: string; hint: string }) => (
  <span title={hint} className="rounded-full border border-line-strong px-2.5 leading-5">
    {text}
    <span className="sr-only">. {hint}</span>
  </span>
)

function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <details className="mt-3 border-t border-line pt-1 text-sm">
      <summary className="flex min-h-touch cursor-pointer items-center gap-2 font-semibold before:size-2 before:rounded-full before:bg-voice-bright">
        {sources.length === 1 ? m.chat_sources_one() : m.chat_sources_many({ count: sources.length })}
      </summary>
      <ol className="list-decimal pb-2 pl-5 text-muted">
        {sources.map(({ title, source, text, passage }) => (
          <li key={`${title} ${source}`} className="my-1 wrap-anywhere">
            <span className="font-semibold text-ink">{title}</span>
            <span className="block">{source}</span>
            {text !== undefined && (
              <details>
                <summary className="flex min-h-touch cursor-pointer items-center underline decoration-line-strong underline-offset-4 hover:text-ink">
                  {m.chat_source_read()}
                </summary>
                <SourceText text={text} passage={passage} />
              </details>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
