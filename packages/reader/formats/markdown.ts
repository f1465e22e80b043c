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
/** In letters. */
const longestPart = 200_000
/** Of emphasis and links in one paragraph. */
const maxSigns = 3000

export function readMarkdown(text: string): Opened {
  const { body, title, skipped } = withoutFrontMatter(bounded(text.replaceAll('\0', '')))
  const heading = /^#{1,6}[ \t]+(\S[^\n]{0,500})$/m.exec(body.slice(0, longestPart))?.[1]
  const printed = heading === undefined ? '' : oneLine(textOf(parser.parse(heading)))
  return { title: title ?? (printed || null), pages: null, parts: inParts(blocksOf(body, skipped)) }
}

/** A long text is parsed chapter by chapter, so that its first passages need not wait for its end. */
function* partsOf(text: string): Generator<{ part: string; line: number }> {
  let start = 0
  let line = 1
  while (start < text.length) {
    const end = start + longestPart >= text.length ? text.length : nextHeading(text, start + longestPart)
    const part = text.slice(start, end)
    yield { part, line }
    line += part.split('\n').length - 1
    start = end
  }
}

/** A heading after an empty line; in a listing, a comment may look like one, and is cut there. */
function nextHeading(text: string, from: number): number {
  const found = text.slice(from).search(/\n\n#{1,6} /)
  return found < 0 ? text.length : from + found + 2
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

function* blocksOf(text: string, skipped: number): Generator<Block> {
  const path: string[] = []
  for (const { part, line } of partsOf(text)) yield* partBlocks(parser.parse(part), line + skipped, path)
}

function* partBlocks(root: Root, firstLine: number, path: string[]): Generator<Block> {
  for (const node of root.children) {
    if (node.type === 'heading') {
      path.splice(node.depth - 1)
      // a level that the author skipped has no name
      while (path.length < node.depth - 1) path.push('')
      path.push(oneLine(textOf(node)))
      continue
    }
    const text = node.type === 'code' ? manyLines(node.value, true) : manyLines(textOf(node))
    const line = (node.position?.start.line ?? 1) + firstLine - 1
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
