import { m } from '@duo/platform/i18n/messages.ts'
import type { Source } from '../../schema.ts'

/** A passage of a document has paragraphs and lines. */
const classes = 'leading-relaxed whitespace-pre-line wrap-anywhere'

/** The note that a reply rests on, with the part that was used marked. */
export function SourceText({ text, passage }: { text: string } & Pick<Source, 'passage'>) {
  const at = passage === undefined ? -1 : text.indexOf(passage)
  if (passage === undefined || at < 0) return <p className={classes}>{text}</p>
  return (
    <p className={classes}>
      {text.slice(0, at)}
      <mark className="scroll-my-6 bg-voice-bright/35 text-ink">
        <span className="sr-only">{m.chat_source_used()} </span>
        {passage}
      </mark>
      {text.slice(at + passage.length)}
    </p>
  )
}
