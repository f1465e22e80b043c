import { hasWords } from '../plain-text.ts'
import type { Bookmark } from './outline.ts'
import type { Line } from './page-lines.ts'

/** Lines below the same headings. */
export interface Section {
  headings: string[]
  lines: Line[]
}

/** Letters of a heading are so much larger than those of the text. */
const larger = 1.12
const longestHeading = 150
/** A title that is wrapped has no more lines. */
const maxTitleLines = 4
/** Fewer bookmarks are not the document's headings. */
const enoughBookmarks = 3

const numberLine = /^(?:chapter|part|appendix|section|cap[íi]tulo|parte|ap[êe]ndice|anexo|se[çc][ãa]o)\s+[\dIVXLCA-Z]{1,6}[.:]?$/i
const numberPrefix = /^(?:chapter|part|appendix|section|capitulo|parte|apendice|anexo|secao)?(?:[a-z]|[ivxlc]{1,6})?\d{0,8}$/

/** The headings that a page's lines stand under; from the document's bookmarks, else from the sizes of its letters. */
export function headingReader(bookmarks: Map<number, Bookmark[]>) {
  const path: { level: number; text: string }[] = []
  const lettersOfSize = new Map<number, number>()
  const hasBookmarks = [...bookmarks.values()].flat().length >= enoughBookmarks
  const open = (level: number, text: string) => {
    const kept = path.findIndex((part) => part.level >= level)
    if (kept >= 0) path.splice(kept)
    path.push({ level, text })
  }
  const section = (lines: Line[]): Section => ({ headings: path.map(({ text }) => text), lines })
  return {
    learn: (lines: Line[]) => {
      for (const { size, text } of lines) lettersOfSize.set(rounded(size), (lettersOfSize.get(rounded(size)) ?? 0) + text.length)
    },
    textSize: () => [...lettersOfSize].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? 10,
    split: (lines: Line[], page: number): Section[] => {
      const found = hasBookmarks ? byBookmarks(lines, bookmarks.get(page) ?? []) : bySize(lines, lettersOfSize)
      const sections: Section[] = []
      let start = 0
      for (const { place, length, level, text } of found) {
        if (place > start)
          sections.push(section(lines.slice(start, place).filter((line) => length === 0 || !numberLine.test(line.text))))
        open(level, text)
        start = place + length
      }
      if (start < lines.length) sections.push(section(lines.slice(start)))
      return sections.filter((part) => part.lines.length > 0)
    },
  }
}

interface Heading {
  place: number
  /** In lines; 0 if the heading is not printed. */
  length: number
  level: number
  text: string
}

function byBookmarks(lines: Line[], bookmarks: Bookmark[]): Heading[] {
  let start = 0
  return bookmarks.map(({ title, depth, top }) => {
    const printed = lines.findIndex((_, place) => place >= start && titleLines(lines, place, title) > 0)
    const below = top === null ? -1 : lines.findIndex((line, place) => place >= start && line.y <= top)
    const place = printed >= 0 ? printed : Math.max(start, below)
    const length = printed >= 0 ? titleLines(lines, place, title) : 0
    start = place + length
    return { place, length, level: depth, text: title }
  })
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The number of lines from here that are the title, with or without its number. */
function titleLines(lines: Line[], place: number, title: string): number {
  const wanted = plain(title)
  let joined = ''
  for (let length = 1; length <= maxTitleLines && place + length <= lines.length; length++) {
    joined += plain(lines[place + length - 1]?.text ?? '')
    if (joined.length > wanted.length + 24) return 0
    const isTitle = joined.endsWith(wanted) && numberPrefix.test(joined.slice(0, joined.length - wanted.length))
    const isPart = joined !== '' && wanted.endsWith(joined) && numberPrefix.test(wanted.slice(0, wanted.length - joined.length))
    if (isTitle || isPart) return length
  }
  return 0
}

const rounded = (size: number) => Math.round(size * 2) / 2

function bySize(lines: Line[], lettersOfSize: Map<number, number>): Heading[] {
  const usual = [...lettersOfSize].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? 10
  const isHeading = ({ text, size, isCode }: Line) =>
    !isCode && rounded(size) >= usual * larger && text.length <= longestHeading && hasWords(text) && !/[.,;]$/.test(text)
  const found: Heading[] = []
  for (const [place, line] of lines.entries()) {
    if (!isHeading(line)) continue
    const last = found.at(-1)
    const isWrapped = last && last.place + last.length === place && last.level === -rounded(line.size)
    if (isWrapped && last.length < maxTitleLines)
      Object.assign(last, { length: last.length + 1, text: `${last.text} ${line.text}` })
    // a larger heading is a higher one
    else found.push({ place, length: 1, level: -rounded(line.size), text: line.text })
  }
  return found
}
