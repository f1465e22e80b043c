import { memo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import { remarkCitations } from '../../markdown-citations.ts'
import { rehypeReply, safeUrl } from '../../markdown-elements.ts'
import { isParseable, remarkBounded } from '../../markdown-limits.ts'
import { maxNotes } from '../../rules.ts'
import type { Source } from '../../schema.ts'
import { Citation, CitedSources } from '../reply/citation.tsx'
import { PlainReply } from './plain-reply.tsx'
import { remarkGfmParts } from './remark-gfm-parts.ts'
import { replyClasses } from './reply-classes.ts'

const components: Components = {
  sup: ({ node, children }) => {
    const { dataSource: number } = node?.properties ?? {}
    return typeof number === 'number' ? <Citation number={number} /> : <sup>{children}</sup>
  },
}

interface MarkdownTextProps {
  text: string
  sources?: readonly Source[] | null
}

const noSources: readonly Source[] = []

/** Renders untrusted Markdown in the browser, under the limits that the server has for stored HTML. */
export const MarkdownText = memo(function MarkdownText({ text, sources = noSources }: MarkdownTextProps) {
  if (!isParseable(text)) return <PlainReply text={text} />
  const maxNumber = sources?.length ?? maxNotes
  return (
    <div className={replyClasses}>
      <CitedSources value={sources}>
        <Markdown
          remarkPlugins={[remarkGfmParts, remarkBounded, [remarkCitations, { maxNumber }]]}
          rehypePlugins={[rehypeReply]}
          urlTransform={safeUrl}
          components={components}
        >
          {text}
        </Markdown>
      </CitedSources>
    </div>
  )
})
