import { PlainReply } from './plain-reply.tsx'
import { replyClasses } from './reply-classes.ts'

interface RenderedReplyProps {
  text: string
  /** From the server only, which sanitised it. */
  html: string | null | undefined
}

/** Shows a reply's stored HTML, or its text where there is none. */
export const RenderedReply = ({ text, html }: RenderedReplyProps) =>
  html ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by reply-to-html.ts
    <div className={replyClasses} dangerouslySetInnerHTML={{ __html: html }} />
  ) : (
    <PlainReply text={text} />
  )
