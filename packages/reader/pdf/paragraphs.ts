import type { Line } from './page-lines.ts'

/** Lines that follow each other as one paragraph, list item, table or listing. */
export interface Paragraph {
  lines: Line[]
  kind: 'text' | 'code' | 'table'
}

export const listSign = /^(?:[•◦▪‣●○■–—*-]|\(?(?:\d{1,2}|[a-z])[.)])\s+\S/

export function paragraphsOf(lines: Line[]): Paragraph[] {
  const leading = typicalGap(lines)
  const right = Math.max(...lines.map((line) => line.right))
  const left = Math.min(...lines.map((line) => line.x))
  const paragraphs: Paragraph[] = []
  let previous: Line | null = null
  for (const line of lines) {
    const last = paragraphs.at(-1)
    const isAddress =
      last?.kind === 'text' && previous !== null && goesOn(previous, line, { leading, right, width: right - left })
    const kind = isAddress ? 'text' : line.isCode ? 'code' : line.hasCells ? 'table' : 'text'
    if (last && previous && continues(last, previous, line, { kind, leading, width: right - left, right })) last.lines.push(line)
    else paragraphs.push({ lines: [line], kind })
    previous = line
  }
  return paragraphs
}

/** A line of code's letters within a paragraph is the rest of a long address. */
const goesOn = (before: Line, line: Line, { leading, right, width }: Omit<Measure, 'kind'>) =>
  line.isCode &&
  !/(?:^|\s)[^\s/]*[.:]$/.test(before.text.replace(/https?:$/, '')) &&
  before.right > right - width * 0.15 &&
  line.x <= before.x + 1 &&
  Math.abs(before.y - line.y) < leading * 1.15

interface Measure {
  kind: Paragraph['kind']
  leading: number
  width: number
  right: number
}

function continues(paragraph: Paragraph, before: Line, line: Line, { kind, leading, width, right }: Measure): boolean {
  const gap = before.y - line.y
  // code is interrupted by empty lines, tables by cells of several lines
  if (paragraph.kind === 'code' || kind === 'code') return paragraph.kind === kind && gap > 0 && gap < leading * 3
  if (paragraph.kind === 'table') return gap > -1 && gap < leading * 1.9
  if (kind !== paragraph.kind || Math.abs(line.size - before.size) > before.size * 0.1) return false
  // the next column begins above
  if (gap < 0) return !/[.!?:]$/.test(before.text)
  if (gap > leading * 1.3 || listSign.test(line.text)) return false
  const isIndented = line.x > before.x + line.size * 0.8 && !listSign.test(before.text)
  const endedEarly = before.right < right - width * 0.15 && /[.!?:]["”’)]?$/.test(before.text)
  return !(endedEarly || (isIndented && /[.!?:]["”’)]?$/.test(before.text)))
}

/** The distance of two lines of one paragraph. */
function typicalGap(lines: Line[]): number {
  const gaps = lines
    .map((line, place) => (lines[place - 1]?.y ?? line.y) - line.y)
    .filter((gap) => gap > 2 && gap < 60)
    .toSorted((one, other) => one - other)
  const [first] = lines
  return gaps[Math.floor(gaps.length * 0.4)] ?? (first?.size ?? 10) * 1.2
}

/** A listing keeps its indentation. */
export function codeText(lines: Line[]): string {
  const left = Math.min(...lines.map((line) => line.x))
  return lines.map(({ text, x, size }) => ' '.repeat(Math.max(0, Math.round((x - left) / (size * 0.6)))) + text).join('\n')
}
