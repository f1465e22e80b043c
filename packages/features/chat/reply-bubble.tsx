import { formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ComponentType, ReactNode } from 'react'
import { RetryIcon } from './chat-icons.tsx'
import { CopyText } from './copy-text.tsx'
import { IconButton } from './icon-button.tsx'
import { MessageTime } from './message-time.tsx'
import type { Message, Source } from './schema.ts'
import { TypingBubble } from './typing-bubble.tsx'

const statuses: Partial<Record<Message['status'], () => string>> = {
  stopped: () => m.chat_status_stopped(),
  interrupted: () => m.chat_status_interrupted(),
  failed: () => m.chat_status_failed(),
}

interface ReplyBubbleProps {
  name: string
  message: Message
  /** What there is of it by now. */
  text: string
  growing: boolean
  /** Asks for another one in its place; null where it cannot be. */
  onRetry: (() => void) | null
  /** What else stands below it when it is over. */
  feedback?: ReactNode
  /** Shows a text as Markdown. */
  Formatted: ComponentType<{ text: string }> | undefined
}

/** Help is wider on a phone, and its numbers are easy to hit. */
const helpClass = 'sm:max-w-[70%] [&_a]:inline-block [&_a]:py-1 [&_a]:font-semibold'

/** What the agent answers: to the left, on raised paper; below it where it comes from. */
export function ReplyBubble({ name, message, text, growing, onRetry, feedback, Formatted = AsWritten }: ReplyBubbleProps) {
  if (growing && text === '') return <TypingBubble name={name} />
  const status = statuses[message.status]?.()
  return (
    <div className="group flex flex-col items-start">
      <div
        data-testid="bubble"
        className={`min-w-0 rounded-heard border border-line bg-paper-raised px-5 py-3 ${message.origin === 'help' ? helpClass : 'max-w-[70%]'}`}
      >
        <span className="sr-only">{name}: </span>
        {text === '' ? <p className="text-muted italic">…</p> : <Formatted text={text} />}
        {growing && <Caret />}
        {message.sources.length > 0 && <Sources sources={message.sources} />}
      </div>
      {status && <p className="mt-2 max-w-[70%] text-sm font-semibold">{status}</p>}
      {!growing && <ReplyFoot message={message} onRetry={onRetry} feedback={feedback} />}
    </div>
  )
}

const AsWritten = ({ text }: { text: string }) => <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>

/** Where the text goes on. */
const Caret = () => <span aria-hidden="true" className="mt-2 block h-1 w-8 animate-breathe rounded-full bg-overlap" />

function ReplyFoot({ message, onRetry, feedback }: Pick<ReplyBubbleProps, 'message' | 'onRetry' | 'feedback'>) {
  const { created_at, origin, tokens, content } = message
  return (
    <div className="flex min-h-touch flex-wrap items-center gap-x-3 text-xs text-muted">
      <MessageTime at={created_at} />
      {origin === 'offline' && <Label text={m.chat_origin_offline()} hint={m.chat_origin_offline_hint()} />}
      {origin === 'fallback' && <Label text={m.chat_origin_fallback()} hint={m.chat_origin_fallback_hint()} />}
      {tokens !== null && tokens > 0 && (
        <span className="figures">{m.chat_tokens({ count: formatNumber(tokens, getLocale()) })}</span>
      )}
      <span
        className={`-ml-1 flex ${onRetry ? '' : 'transition-opacity pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus-within:opacity-100'}`}
      >
        {/* what people in distress got is not for passing on with a click */}
        {origin !== 'help' && <CopyText text={content} />}
        {onRetry && (
          <IconButton label={m.chat_retry()} onClick={onRetry}>
            <RetryIcon />
          </IconButton>
        )}
      </span>
      {feedback}
    </div>
  )
}

/** What kind of answer it is; what that means is told to a pointer and to assistive technology. */
const Label = ({ text, hint }: { text: string; hint: string }) => (
  <span title={hint} className="rounded-full border border-line-strong px-2.5 leading-5">
    {text}
    <span className="sr-only">. {hint}</span>
  </span>
)

/** The works that an answer rests on. */
function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <details className="mt-3 border-t border-line pt-1 text-sm">
      <summary className="flex min-h-touch cursor-pointer items-center gap-2 font-semibold before:size-2 before:rounded-full before:bg-voice-bright">
        {sources.length === 1 ? m.chat_sources_one() : m.chat_sources_many({ count: sources.length })}
      </summary>
      <ol className="list-decimal pb-2 pl-5 text-muted">
        {sources.map(({ title, source }) => (
          <li key={`${title} ${source}`} className="my-1 wrap-anywhere">
            <span className="font-semibold text-ink">{title}</span>
            <br />
            {source}
          </li>
        ))}
      </ol>
    </details>
  )
}
