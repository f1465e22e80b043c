import { visibleCharacters } from '../plain-text.ts'
import type { Pdf } from './open-pdf.ts'

/** A printed line, in points from the lower left corner. */
export interface Line {
  text: string
  page: number
  x: number
  y: number
  right: number
  size: number
  /** How far up the page it stands: 0 at the lower edge, 1 at the upper one. */
  share: number
  /** Of a font whose letters are equally wide, as code is printed. */
  isCode: boolean
  /** Whether wide gaps divide it, as cells of a table. */
  hasCells: boolean
}

type Content = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getTextContent']>>
type Item = Extract<Content['items'][number], { str: string }>

interface Draft extends Line {
  codeLetters: number
  letters: number
}

/** In sizes of its letters: wider than blanks of justified text. */
const cellGap = 1.2
/** The sign of an item or the number of a heading, which a wide gap follows. */
const leadSign = /^\s*(?:[•◦▪‣●○■–—*-]|\(?[\da-zA-Z]{0,3}(?:[.)\d]){1,8})\s*$/
/** In points; smaller letters are there for machines only. */
const smallest = 3

/** In the order in which the document writes them: columns follow each other. */
export async function pageLines(pdf: Pdf, number: number): Promise<Line[]> {
  const page = await pdf.getPage(number)
  const content = await page.getTextContent()
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  const isOnPage = (x: number, y: number) => x >= left - 1 && x <= right + 1 && y >= bottom - 1 && y <= top + 1
  const lines: Draft[] = []
  let line: Draft | null = null
  for (const item of content.items) {
    if (!('str' in item)) continue
    const place = placeOf(item)
    if (place && item.str.trim() !== '' && isOnPage(place.x, place.y)) {
      const isFontOfCode = content.styles[item.fontName]?.fontFamily === 'monospace'
      const isSameLine = line !== null && follows(line, place)
      if (!line || !isSameLine) {
        line = emptyLine(number, { ...place, share: (place.y - bottom) / Math.max(1, top - bottom) })
        lines.push(line)
      }
      append(line, item, place, isFontOfCode)
    }
    if (item.hasEOL && item.str !== '') line = null
  }
  page.cleanup()
  return lines.map(finished).filter(({ text }) => text.trim() !== '')
}

interface Place {
  x: number
  y: number
  size: number
}

/** Null for text that stands upside down or askew, such as a watermark. */
function placeOf({ transform, height }: Item): Place | null {
  const [across = 0, slope = 0, , up = 0, x = 0, y = 0]: number[] = transform
  const size = Math.abs(up) || height
  const isStraight = across > 0 && Math.abs(slope) < Math.abs(across) * 0.1
  return isStraight && size >= smallest ? { x, y, size } : null
}

/** A raised or lowered letter is on the line, too. */
const follows = (line: Line, { x, y, size }: Place) =>
  Math.abs(line.y - y) < Math.max(line.size, size) * 0.45 && x > line.right - line.size * 1.5

const emptyLine = (page: number, { x, y, size, share }: Place & Pick<Line, 'share'>): Draft => ({
  text: '',
  page,
  x,
  y,
  right: x,
  size,
  share,
  isCode: false,
  hasCells: false,
  codeLetters: 0,
  letters: 0,
})

function append(line: Draft, item: Item, { x, y, size }: Place, isFontOfCode: boolean) {
  // the sign of a footnote
  if (line.text !== '' && size < line.size * 0.8 && y > line.y + 1 && /^\d{1,3}$/.test(item.str)) return
  const gap = x - line.right
  if (line.text !== '') {
    const isCell = gap > line.size * (/[.!?:;,]\s*$/.test(line.text) ? 2 : 1) * cellGap && !leadSign.test(line.text)
    if (isCell) line.hasCells = true
    line.text += isCell
      ? line.codeLetters > 0 || isFontOfCode
        ? ' '.repeat(Math.round(gap / (size * 0.6)))
        : ' | '
      : needsBlank(line, item.str, gap)
        ? ' '
        : ''
  }
  line.text += item.str
  line.right = x + item.width
  const length = item.str.trim().length
  line.letters += length
  if (isFontOfCode) line.codeLetters += length
  // the size of most letters is the line's
  if (line.letters < length * 2 && size > line.size * 0.5) Object.assign(line, { size, y })
}

const needsBlank = (line: Line, next: string, gap: number) =>
  gap > line.size * 0.12 && !/\s$/.test(line.text) && !/^\s/.test(next)

function finished({ codeLetters, letters, ...line }: Draft): Line {
  const isCode = codeLetters > letters * 0.8
  const text = visibleCharacters(line.text).replaceAll('\n', ' ')
  return { ...line, isCode, text: isCode ? text.trimEnd() : text.replace(/\s+/g, ' ').trim() }
}
