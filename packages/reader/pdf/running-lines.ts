import type { Line } from './page-lines.ts'

/** Lines at the upper and lower edge of each page that may be its header or footer. */
const edgeLines = 3
/** Too few to measure the distance of lines. */
const fewLines = 8
/** In points. */
const sameHeight = 3
/** Of the page's height: headers stand above the rest of it, footers below. */
const margin = 0.25
/** Of the pages: on fewer, the place of a running line says nothing about another line. */
const mostPages = 0.5
const longestVariant = 120

/** "3", "– 3 –", "Page 3 of 10", "32 / 233", "xii" */
const pageNumber =
  /^[-–—|·\s]*(?:p(?:age|ágina|ág?\.?)?\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|\||of|de)\s*\d{1,4})?[-–—|·\s]*$/i

interface Edge {
  page: number
  key: string
  /** In the order of the text. */
  numbers: number[]
  y: number
  size: number
}

/** Numbers of pages differ from page to page. */
const keyOf = (text: string) =>
  text
    .replace(/\d+/g, '#')
    .replace(/\b[ivxlc]+\b/gi, '#')
    .toLowerCase()

const edgeOf = ({ page, text, y, size }: Line): Edge => ({
  page,
  key: keyOf(text),
  numbers: [...text.matchAll(/\d+/g)].map(Number),
  y,
  size,
})

/** Tells the lines that stand at the same place of several pages from the text between them. */
export function runningLines(pageCount: number) {
  const edges: Edge[] = []
  const places: Edge[] = []
  const needed = pageCount < 6 ? 2 : 3
  const pagesWith = (fits: (edge: Edge) => boolean) => new Set(edges.flatMap((edge) => (fits(edge) ? edge.page : []))).size
  const isRepeated = (line: Edge) => pagesWith((edge) => isAt(edge, line) && isSame(edge, line)) >= needed
  /** Whether most pages have a line here and some of them are alike: then another text here is one as well, such as the name of a short chapter. */
  const isPlaceOfOne = (line: Edge) => {
    if (places.some((place) => isAt(place, line))) return true
    const here = edges.filter((edge) => isAt(edge, line))
    const isOne = new Set(here.map(({ page }) => page)).size > pagesWith(() => true) * mostPages && here.some(isRepeated)
    if (isOne) places.push(line)
    return isOne
  }
  const isRunning = (line: Line) => {
    const edge = edgeOf(line)
    return isRepeated(edge) || pageNumber.test(line.text) || (line.text.length < longestVariant && isPlaceOfOne(edge))
  }
  return {
    /** Looks at a page, and later pages, before any line is removed from it. */
    learn: (lines: Line[]) => {
      const { upper, lower } = edgesOf(lines)
      for (const line of new Set([...upper, ...lower])) edges.push(edgeOf(line))
    },
    without: (lines: Line[]): Line[] => {
      const { upper, lower } = edgesOf(lines)
      const removed = new Set([...outermost(upper, isRunning), ...outermost(lower, isRunning)])
      return lines.filter((line) => !removed.has(line))
    },
    /** Pages far behind need no more comparison. */
    forget: (before: number) => {
      const first = edges.findIndex(({ page }) => page >= before)
      if (first > 0) edges.splice(0, first)
    },
  }
}

/** Running lines from the edge inwards: what stands behind a line of the text is text. */
function outermost(edge: Line[], isRunning: (line: Line) => boolean): Line[] {
  const found: Line[] = []
  let text: Line | null = null
  for (const line of edge) {
    if (text && Math.abs(text.y - line.y) >= sameHeight) break
    if (isRunning(line)) found.push(line)
    else text ??= line
  }
  return found
}

/** From the edge inwards. A gap, or another size of letters, divides a header and a footer from the text; the first rows of a long table are neither. */
function edgesOf(lines: Line[]): { upper: Line[]; lower: Line[] } {
  const byHeight = lines.toSorted((one, other) => other.y - one.y)
  const size = mostUsedSize(lines)
  const gap = lines.length < fewLines ? size * 2 : widestGapOfText(byHeight)
  const edgeOf = (sorted: Line[]) => {
    const divided = sorted.findIndex((line, place) => Math.abs(line.y - (sorted[place + 1]?.y ?? line.y)) > gap)
    return sorted.slice(0, edgeLines).filter((line, place) => place <= divided || Math.abs(line.size - size) >= 0.5)
  }
  return {
    upper: edgeOf(byHeight).filter(({ share }) => share > 1 - margin),
    lower: edgeOf(byHeight.toReversed()).filter(({ share }) => share < margin),
  }
}

function widestGapOfText(byHeight: Line[]): number {
  const gaps = byHeight
    .map((line, place) => (byHeight[place - 1]?.y ?? line.y) - line.y)
    .filter((gap) => gap > 2)
    .toSorted((one, other) => one - other)
  return (gaps[Math.floor(gaps.length * 0.4)] ?? 0) * 1.4
}

function mostUsedSize(lines: Line[]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? 0
}

const isAt = (one: Edge, other: Edge) => Math.abs(one.y - other.y) < sameHeight && Math.abs(one.size - other.size) < 0.5

/** Numbers of one running line stay as they are or count the pages; those of a list's rows do neither. */
const isSame = (one: Edge, other: Edge) =>
  one.key === other.key &&
  one.numbers.every((number, at) => {
    const difference = number - (other.numbers[at] ?? Number.NaN)
    return difference === 0 || difference === one.page - other.page
  })
