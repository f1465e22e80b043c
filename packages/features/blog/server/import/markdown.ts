import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { Root as Markdown } from 'mdast'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { type PluggableList, unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import type { Heading } from '../../schema.ts'
import { allowedHtml } from './sanitizer.ts'

export interface RenderedMarkdown {
  /** Sanitised: contains nothing executable. */
  html: string
  headings: Heading[]
  text: string
  words: number
  links: { href: string; line: number }[]
  ids: string[]
  /** Source that does not appear on the page: raw HTML and first-level headings. */
  droppedNodes: { what: string; line: number }[]
}

/** Keeps heading ids apart from the page's own ids and from properties of `window`. */
const idPrefix = 'part-'

const footnotes = {
  en: { footnoteLabel: 'Notes', footnoteBackLabel: (index: number) => `Back to note ${index + 1}` },
  pt: { footnoteLabel: 'Notas', footnoteBackLabel: (index: number) => `Voltar à nota ${index + 1}` },
} satisfies Record<Locale, object>

/** Renders without raw HTML; the sanitiser runs last, over all other steps. `title` labels tables above the first heading. */
export async function renderMarkdown(markdown: string, title: string, language: Locale): Promise<RenderedMarkdown> {
  const source = unified().use(remarkParse).use(remarkGfm).parse(markdown)
  const rehype = unified()
    .use(remarkRehype, footnotes[language])
    .use(rehypeSlug, { prefix: idPrefix })
    .use(() => (tree: Root) => decorateHtml(tree, title))
    .use(await highlighting(source))
    .use(rehypeSanitize, allowedHtml)
    .use(rehypeStringify)
  const tree = await rehype.run(source)
  const text = textOf(tree)
  return {
    html: rehype.stringify(tree),
    headings: headingsOf(tree),
    text,
    words: text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    links: linksOf(tree),
    ids: idsOf(tree),
    droppedNodes: listDroppedNodes(source),
  }
}

async function highlighting(source: Markdown): Promise<PluggableList> {
  let code = false
  visit(source, 'code', ({ lang }) => {
    code ||= Boolean(lang)
  })
  return code ? [(await import('rehype-highlight')).default] : []
}

function decorateHtml(tree: Root, title: string) {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'a' && leaves(node)) node.properties.rel = ['noopener', 'noreferrer']
    if (node.tagName === 'th' || node.tagName === 'td') alignToClass(node)
    if (node.tagName !== 'img') return
    Object.assign(node.properties, { loading: 'lazy', decoding: 'async' })
    if (!isOurs(node) && index !== undefined)
      parent?.children.splice(index, 1, { type: 'text', value: String(node.properties.alt) })
  })
  let heading = title
  visit(tree, 'element', (node, index, parent) => {
    if (/^h[2-4]$/.test(node.tagName)) heading = textOf(node).trim()
    if (node.tagName !== 'table' || index === undefined) return
    parent?.children.splice(index, 1, scrollable(node, heading))
    return SKIP
  })
}

const leaves = ({ properties }: Element) => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(String(properties.href ?? ''))
const isOurs = ({ properties }: Element) => /^\/(?!\/)/.test(String(properties.src ?? ''))

function alignToClass({ properties }: Element) {
  if (properties.align === 'right' || properties.align === 'center') properties.className = [`align-${properties.align}`]
  delete properties.align
}

const scrollable = (table: Element, label: string): Element => ({
  type: 'element',
  tagName: 'div',
  properties: { className: ['table-scroll'], tabIndex: 0, role: 'region', ariaLabel: label },
  children: [table],
})

function headingsOf(tree: Root): Heading[] {
  const headings: Heading[] = []
  visit(tree, 'element', (node) => {
    if (node.tagName === 'h2' || node.tagName === 'h3')
      headings.push({ id: String(node.properties.id), text: textOf(node).trim(), depth: Number(node.tagName[1]) })
  })
  return headings
}

function linksOf(tree: Root): RenderedMarkdown['links'] {
  const links: RenderedMarkdown['links'] = []
  visit(tree, 'element', ({ tagName, properties: { href }, position }) => {
    if (tagName === 'a' && typeof href === 'string') links.push({ href, line: position?.start.line ?? 1 })
  })
  return links
}

function idsOf(tree: Root): string[] {
  const ids: string[] = []
  visit(tree, 'element', ({ properties: { id } }) => {
    if (typeof id === 'string') ids.push(id)
  })
  return ids
}

function listDroppedNodes(source: Markdown): RenderedMarkdown['droppedNodes'] {
  const dropped: RenderedMarkdown['droppedNodes'] = []
  visit(source, (node) => {
    const line = node.position?.start.line ?? 1
    if (node.type === 'html' && !node.value.startsWith('<!--')) dropped.push({ what: 'raw HTML', line })
    if (node.type === 'heading' && node.depth === 1) dropped.push({ what: 'a heading of the first level', line })
  })
  return dropped
}
