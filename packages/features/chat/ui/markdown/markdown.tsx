import { memo } from 'react'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { remarkCitations } from '../../markdown-citations.ts'
import { rehypeReply } from '../../markdown-elements.ts'
import { isParseable, remarkBounded } from '../../markdown-limits.ts'
import { maxNotes } from '../../rules.ts'
import type { Source } from '../../schema.ts'
import { CitedSources } from '../citations/citation.tsx'
import { PlainReply } from './plain-reply.tsx'
import { remarkGfmParts } from './remark-gfm-parts.ts'
import { replyClasses } from './reply-classes.ts'
import { replyToReact } from './reply-to-react.tsx'

interface MarkdownTextProps {
  text: string
  sources?: readonly Source[] | null
}

const noSources: readonly Source[] = []

/** The steps of the server (reply-to-html.ts), but its sanitizer: React makes elements of the tree, and no HTML. */
const processor = (citations: number) =>
  unified()
    .use(remarkParse)
    .use(remarkGfmParts)
    .use(remarkBounded)
    .use(remarkCitations, { maxNumber: citations })
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeReply)

function parse(text: string, citations: number) {
  const steps = processor(citations)
  return steps.runSync(steps.parse(text), text)
}

type Tree = ReturnType<typeof parse>

/** Trees of the texts in pictures, which the server shows in page after page. Few, because in the browser each is shown once. */
const trees = new Map<string, Tree>()
const maxTrees = 8

function treeOf(text: string, citations: number): Tree {
  const key = `${citations} ${text}`
  const known = trees.get(key)
  if (known) return known
  const tree = parse(text, citations)
  if (trees.size >= maxTrees) trees.clear()
  trees.set(key, tree)
  return tree
}

/** Renders untrusted Markdown in the browser, under the limits that the server has for stored HTML. */
export const MarkdownText = memo(function MarkdownText({ text, sources = noSources }: MarkdownTextProps) {
  if (!isParseable(text)) return <PlainReply text={text} />
  return (
    <div className={replyClasses}>
      <CitedSources value={sources}>{replyToReact(treeOf(text, sources?.length ?? maxNotes))}</CitedSources>
    </div>
  )
})
