import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Source } from '../../schema.ts'
import { MarkdownText } from '../markdown/markdown.tsx'

export const QuestionBubble = ({ text }: { text: string }) => (
  <p className="ml-auto max-w-[70%] rounded-voice bg-voice-deep px-4 py-2.5 text-on-deep wrap-anywhere">
    <span className="sr-only">{m.chat_you()}: </span>
    <bdi>{text}</bdi>
  </p>
)

interface ReplyBubbleProps {
  /** Null for crisis help, which comes from no agent. */
  name: string | null
  note: string
  text: string
  sources: readonly Source[]
  growing?: boolean
}

export function ReplyBubble({ name, note, text, sources, growing = false }: ReplyBubbleProps) {
  return (
    <div
      className={`min-w-0 animate-rise rounded-heard border border-line bg-paper-raised px-4 py-3 sm:px-5 ${name === null ? helpClass : ''}`}
    >
      {name !== null && (
        <p className="mb-2 flex flex-wrap items-center gap-x-2 text-sm font-semibold">
          <Logo className="h-4 w-6" />
          <Name>{name}</Name>
          <span className="font-normal text-muted">{note}</span>
        </p>
      )}
      <MarkdownText text={text} sources={growing ? null : sources} />
      {growing && <span aria-hidden="true" className="mt-2 block h-1 w-8 animate-breathe rounded-full bg-overlap" />}
      {sources.length > 0 && <Sources sources={sources} />}
    </div>
  )
}

const helpClass = '[&_a]:inline-block [&_a]:py-1 [&_a]:font-semibold'

const Sources = ({ sources }: { sources: readonly Source[] }) => (
  <ol aria-label={m.chat_shared_sources()} className="mt-3 list-decimal border-t border-line pt-2 pl-5 text-sm text-muted">
    {sources.map(({ title, source }) => (
      <li key={`${title} ${source}`} className="my-1 animate-fade wrap-anywhere">
        <span className="font-semibold text-ink">{title}</span>
        <br />
        {source}
      </li>
    ))}
  </ol>
)
