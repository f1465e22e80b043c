import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { Block } from '../document.ts'
import { hasWords, manyLines, oneLine } from '../plain-text.ts'
import { inParts, noPlace, type Opened } from './format.ts'
import { tableText } from './table-text.ts'

const parser = unified().use(remarkParse).use(remarkGfm)
type Root = ReturnType<typeof parser.parse>
type Node = Root | Root['children'][number]

/** Nested lists and quotations; more are an attack on the parser. */
const maxDepth = 20
/** Of emphasis and links in one paragraph. */
const maxSigns = 3000

export function readMarkdown(text: string): Opened {
  const { body, title, skipped } = withoutFrontMatter(bounded(text.replaceAll('\0', '')))
  const root = parser.parse(body)
  const first = root.children.find((node) => node.type === 'heading')
  return { title: title ?? (first ? oneLine(textOf(first)) || null : null), pages: null, parts: inParts(blocksOf(root, skipped)) }
}

/** Time and stack of the parser grow with the depth of quotations and lists, and with the square of a paragraph's signs. */
const bounded = (text: string) =>
  text
    .replace(/^(?:[ \t]*(?:>|[-*+][ \t])){20,}/gm, '> ')
    .replace(/[^\n]+(?:\n[^\n]+)*/g, (paragraph) => (hasManySigns(paragraph) ? paragraph.replace(/[*_~`[\]<]/g, ' ') : paragraph))

const hasManySigns = (paragraph: string) => (paragraph.match(/[*_~`[<]/g)?.length ?? 0) > maxSigns

function withoutFrontMatter(text: string): { body: string; title: string | null; skipped: number } {
  const front = /^\uFEFF?---\r?\n([\s\S]{0,5000}?)\r?\n---\r?\n/.exec(text)
  if (!front) return { body: text, title: null, skipped: 0 }
  const title = /^title:\s*["']?(.{1,300}?)["']?\s*$/m.exec(front[1] ?? '')?.[1] ?? null
  return { body: text.slice(front[0].length), title: title && oneLine(title), skipped: front[0].split('\n').length - 1 }
}

function* blocksOf(root: Root, skipped: number): Generator<Block> {
  const path: string[] = []
  for (const node of root.children) {
    if (node.type === 'heading') {
      path.splice(node.depth - 1)
      // a level that the author skipped has no name
      while (path.length < node.depth - 1) path.push('')
      path.push(oneLine(textOf(node)))
      continue
    }
    const text = node.type === 'code' ? manyLines(node.value, true) : manyLines(textOf(node))
    const line = (node.position?.start.line ?? 1) + skipped
    if (hasWords(text)) yield { ...noPlace, headings: path.filter((part) => part !== ''), text, line }
  }
}

/** The text of a part without its signs; items and rows on lines of their own. */
function textOf(node: Node, depth = 0): string {
  if (depth > maxDepth) return ''
  const inner = (between: string) =>
    'children' in node ? node.children.map((child) => textOf(child, depth + 1)).join(between) : ''
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
      return node.value
    case 'html':
      return node.value.replace(/<!--[\s\S]*?-->|<[^>]*>/g, ' ')
    case 'image':
      return node.alt ?? ''
    case 'break':
      return '\n'
    case 'list':
      return node.children
        .map((item, place) => `${node.ordered ? `${(node.start ?? 1) + place}.` : '•'} ${textOf(item, depth + 1)}`)
        .join('\n')
    case 'blockquote':
    case 'listItem':
      return inner('\n')
    case 'table':
      return tableText(node.children.map((row) => row.children.map((cell) => oneLine(textOf(cell, depth + 1)))))
    case 'definition':
    case 'footnoteReference':
      return ''
    default:
      return inner('')
  }
}
