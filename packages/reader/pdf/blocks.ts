import type { SourceBlock } from '../document.ts'
import { hasWords, manyLines, oneLine } from '../plain-text.ts'
import type { Section } from './headings.ts'
import { codeText, listSign, type Paragraph, paragraphsOf } from './paragraphs.ts'

type Join = (before: string, after: string) => string

interface Options {
  /** Of most letters of the document. */
  textSize: number
  /** The last paragraph of the page before. */
  held: SourceBlock | null
  join: Join
}

/** The page's paragraphs; first the held one, to which the sentence is added that begins on the page before. The last one may end on the next page. */
export function pageBlocks(sections: Section[], { textSize, held, join }: Options): SourceBlock[] {
  const isNote = (paragraph: Paragraph) =>
    paragraph.lines.every(({ size }) => size < textSize * 0.92) && paragraph.kind === 'text'
  const blocks: SourceBlock[] = held ? [held] : []
  const notes: SourceBlock[] = []
  for (const { headings, lines } of sections) {
    let isList = false
    for (const paragraph of paragraphsOf(lines)) {
      const text = textOf(paragraph, join)
      if (!hasWords(text)) continue
      const block: SourceBlock = { text, headings, page: lines[0]?.page ?? null, second: null, line: null }
      const isItem = paragraph.kind === 'text' && listSign.test(text)
      const last = blocks.at(-1)
      if (isNote(paragraph) && blocks.length > 0) notes.push(block)
      else if (isItem && isList && last && last !== held) last.text += `\n${text}`
      else if (last && last === held && paragraph.kind === 'text' && isContinued(last, block))
        blocks.push(...completed(last, block, join))
      else blocks.push(block)
      isList = isItem
    }
  }
  const last = blocks.pop()
  return [...blocks, ...notes, ...(last ? [last] : [])]
}

function textOf({ kind, lines }: Paragraph, join: Join): string {
  if (kind === 'code') return manyLines(codeText(lines), true)
  if (kind === 'table') return lines.map(({ text }) => text).join('\n')
  const [first, ...others] = lines.map(({ text }) => text)
  return oneLine(others.reduce(join, first ?? ''))
}

/** In letters: text without sentences is not held for ever. */
const longestHeld = 5000

const isContinued = (before: SourceBlock, after: SourceBlock) =>
  before.text.length < longestHeld &&
  before.headings.join('\n') === after.headings.join('\n') &&
  !/[.!?:;]["”’)]?$/.test(before.text.slice(-2)) &&
  /^[\p{Ll}\p{N}("“]/u.test(after.text) &&
  !listSign.test(after.text)

/** A sentence belongs to the page that it begins on; what follows it to the next. */
function completed(before: SourceBlock, after: SourceBlock, join: Join): SourceBlock[] {
  const end = /[.!?]["”’)]? (?=["“(]?\p{Lu})/u.exec(after.text)
  const first = end ? after.text.slice(0, end.index + end[0].trimEnd().length) : after.text
  before.text = join(before.text, first)
  const rest = after.text.slice(first.length).trim()
  return rest === '' ? [] : [{ ...after, text: rest, continues: true }]
}
