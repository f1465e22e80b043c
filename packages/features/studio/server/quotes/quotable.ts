import { placeAt, samePath } from '@duo/reader/passages/marks.ts'
import type { SearchHit } from '../../schema.ts'
import { lineSpans, type Span, sentenceSpans } from '../passages/sentence-spans.ts'

/** What a quotation never divides: a sentence, or a row of a table. */
export interface Piece extends Span {
  text: string
  headings: string[]
  /** Number of its paragraph, or of what was spoken at one time. */
  group: number
  /** Rows are read alone; the next one is about something else. */
  isRow: boolean
}

/** `Item: Honey; Price: 8.50`, as tables and CSV are read, or `Honey | 8.50`, as a PDF prints it. */
const isNamedRow = (line: string) => (line.match(/(?:^|; )[^;:]{1,60}: \S/g)?.length ?? 0) > 1
const isPrintedRow = (line: string) => line.includes(' | ')
const endsSentence = /[.!?:;…]["”’)]?$/

type Quotable = Pick<SearchHit, 'text' | 'headings' | 'page' | 'second' | 'line' | 'marks'>

/** The sentences and rows of a passage, without its headings, which answer nothing. */
export function piecesOf(hit: Quotable): Piece[] {
  const { text, marks } = hit
  const lines = lineSpans(text).map((span) => ({ ...span, text: text.slice(span.start, span.end) }))
  const pieces: Piece[] = []
  for (const [at, line] of lines.entries()) {
    const { headings } = placeAt(hit, line.start)
    const isHeading = marks.length > 0 && !samePath(headings, hit.headings) && headings.includes(line.text)
    if (isHeading) continue
    const isRow = isRowOf(line.text, [lines[at - 1]?.text, lines[at + 1]?.text])
    for (const { start, end } of isRow ? [line] : sentenceSpans(text, line)) {
      const piece = { start, end, text: text.slice(start, end), headings, isRow, group: 0 }
      const last = pieces.at(-1)
      if (last) piece.group = last.group + (isApart(hit, last, piece) ? 1 : 0)
      pieces.push(piece)
    }
  }
  return pieces
}

function isRowOf(line: string, beside: readonly (string | undefined)[]): boolean {
  const isBesideRow = beside.some((other) => other !== undefined && isPrintedRow(other))
  return isNamedRow(line) || isPrintedRow(line) || (isBesideRow && !endsSentence.test(line))
}

function isApart(hit: Quotable, one: Span, other: Span): boolean {
  const [first, second] = [placeAt(hit, one.start), placeAt(hit, other.start)]
  const between = hit.text.slice(one.end, other.start)
  return between.includes('\n\n') || first.page !== second.page || first.second !== second.second
}
