import type { Element, Root } from 'hast'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { remarkCitations } from '../../markdown-citations.ts'
import { rehypeReply } from '../../markdown-elements.ts'
import { isParseable, remarkBounded } from '../../markdown-limits.ts'
import { allowedHtml } from './sanitizer.ts'

const processor = (citations: number) =>
  unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkBounded)
    .use(remarkCitations, { maxNumber: citations })
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeReply)
    .use(() => staticCitations)
    .use(rehypeSanitize, allowedHtml)
    .use(rehypeStringify)

/**
 * Renders the Markdown of an untrusted reply to sanitised HTML without any text of ours, so that it suits every language.
 * Takes up to a few hundred milliseconds: call it through `createReplyRenderer`. Null means that the text is shown as plain text.
 */
export function replyToHtml({ text, citations }: { text: string; citations: number }): string | null {
  if (!isParseable(text)) return null
  const html = String(processor(citations).processSync(text))
  return html.length > maxHtmlLength ? null : html
}

/** Characters of one reply's HTML: several times what an ordinary reply of the greatest length has. */
const maxHtmlLength = 150_000

/** Looks like the button that the browser shows there (stored-reply.tsx), so that nothing moves. */
const staticCitations = (tree: Root) =>
  visit(tree, 'element', (node: Element) => {
    const { dataSource } = node.properties
    if (node.tagName === 'sup' && dataSource !== undefined)
      Object.assign(node, { tagName: 'span', properties: { dataSource, className: citationClass.split(' ') } })
  })

const citationClass =
  '-mx-1 -my-1 inline-grid h-6 min-w-6 place-items-center align-[0.25em] text-[0.7em] leading-none font-bold text-link'
