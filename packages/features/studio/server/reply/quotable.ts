import { placeAt, samePath } from '@duo/reader/passages/marks.ts'
import type { SearchHit } from '../../schema.ts'
import { lineSpans, type Span, sentenceSpans } from '../passages/sentence-spans.ts'

/** What a quotation never divides: a sentence, or a row of a table. */
export interface Piece extends Span {
  text: string
  headings: string[]
  /** Rows are read alone; the next one is about something else. */
  isRow: boolean
}

/** `Item: Honey; Price: 8.50`, as tables and CSV are read, or `Honey | 8.50`, as a PDF prints it. */
const isNamedRow = (line: string) => (line.match(/(?:^|; )[^;:]{1,60}: \S/g)?.length ?? 0) > 1
const isPrintedRow = (line: string) => line.includes(' | ')
const endsSentence = /[.!?:;…]["”’)]?$/

/** The sentences and rows of a passage, without its headings, which answer nothing. */
export function piecesOf({ text, ...hit }: Pick<SearchHit, 'text' | 'headings' | 'page' | 'second' | 'line' | 'marks'>): Piece[] {
  const lines = lineSpans(text).map((span) => ({ ...span, text: text.slice(span.start, span.end) }))
  const isRow = (at: number) => {
    const line = lines[at]?.text ?? ''
    const isNearRow = [lines[at - 1], lines[at + 1]].some((near) => near !== undefined && isPrintedRow(near.text))
    return isNamedRow(line) || isPrintedRow(line) || (isNearRow && !endsSentence.test(line))
  }
  return lines.flatMap((line, at): Piece[] => {
    const { headings } = placeAt(hit, line.start)
    const isHeading = hit.marks.length > 0 && !samePath(headings, hit.headings) && headings.includes(line.text)
    if (isHeading) return []
    if (isRow(at)) return [{ ...line, headings, isRow: true }]
    return sentenceSpans(text, line).map((span) => ({ ...span, text: text.slice(span.start, span.end), headings, isRow: false }))
  })
}
