import type { Block } from '../document.ts'
import { hasWords, oneLine, visibleCharacters } from '../plain-text.ts'
import { inParts, noPlace, type Opened } from './format.ts'

/** A line that ends so far to the left was broken by its author. */
const brokenEarly = 0.7

export function readText(text: string): Opened {
  return { title: null, pages: null, parts: inParts(paragraphsOf(text)) }
}

/** Paragraphs are divided by empty lines; of a file without any, each line is one. */
function* paragraphsOf(text: string): Generator<Block> {
  const lines = visibleCharacters(text).split('\n')
  const hasEmptyLines = lines.some((line, place) => place > 0 && place < lines.length - 1 && line.trim() === '')
  const width = typicalWidth(lines)
  let paragraph: { lines: string[]; line: number } = { lines: [], line: 1 }
  for (const [place, line] of [...lines, ''].entries()) {
    if (line.trim() === '' || (!hasEmptyLines && !continues(paragraph.lines.at(-1), width))) {
      const joined = joinLines(paragraph.lines, width)
      if (hasWords(joined)) yield { ...noPlace, headings: [], text: joined, line: paragraph.line }
      paragraph = { lines: [], line: place + (line.trim() === '' ? 2 : 1) }
    }
    if (line.trim() !== '') paragraph.lines.push(line)
  }
}

/** Of a text that was wrapped by an editor; endless for one paragraph a line. */
function typicalWidth(lines: string[]): number {
  const widths = lines
    .map(({ length }) => length)
    .filter((length) => length > 0)
    .toSorted((one, other) => one - other)
  const wide = widths[Math.floor(widths.length * 0.9)] ?? 0
  return wide > 40 && wide < 110 ? wide : Number.POSITIVE_INFINITY
}

const continues = (line: string | undefined, width: number) =>
  line === undefined || (Number.isFinite(width) && line.length >= width * brokenEarly && !/[.!?:]\s*$/.test(line))

/** Lines that fill the page are one sentence after the other; short ones, as of a poem or an address, stay apart. */
function joinLines(lines: string[], width: number): string {
  let joined = ''
  for (const [place, line] of lines.entries()) {
    const before = lines[place - 1]
    const isWrapped = before !== undefined && before.length >= width * brokenEarly && !/^\s*(?:[-*•–]|\d{1,3}[.)])\s/.test(line)
    joined += `${place === 0 ? '' : isWrapped ? ' ' : '\n'}${oneLine(line)}`
  }
  return joined
}
