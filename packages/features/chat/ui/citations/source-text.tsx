import { m } from '@duo/platform/i18n/messages.ts'
import type { Source } from '../../schema.ts'

/** The note that a reply rests on, with the part that was used marked. */
export function SourceText({ text, passage }: { text: string } & Pick<Source, 'passage'>) {
  const at = passage === undefined ? -1 : text.indexOf(passage)
  if (passage === undefined || at < 0) return <p className="leading-relaxed">{text}</p>
  return (
    <p className="leading-relaxed">
      {text.slice(0, at)}
      <mark className="bg-voice-bright/35 text-ink">
        <span className="sr-only">{m.chat_source_used()} </span>
        {passage}
      </mark>
      {text.slice(at + passage.length)}
    </p>
  )
}
