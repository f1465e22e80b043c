import type { Line } from './page-lines.ts'

/** Lines at the upper and lower edge of each page that may be its header or footer. */
const edgeLines = 3
/** Too few to measure the distance of lines. */
const fewLines = 8
/** In points. */
const sameHeight = 3

/** "3", "– 3 –", "Page 3 of 10", "32 / 233", "xii" */
const pageNumber =
  /^[-–—|·\s]*(?:p(?:age|ágina|ág?\.?)?\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|\||of|de)\s*\d{1,4})?[-–—|·\s]*$/i

interface Edge {
  page: number
  key: string
  y: number
  size: number
}

/** Numbers of pages and chapters differ from page to page. */
const keyOf = (text: string) =>
  text
    .replace(/\d+/g, '#')
    .replace(/\b[ivxlc]+\b/gi, '#')
    .toLowerCase()

/** Tells the lines that stand at the same place of several pages from the text between them. */
export function runningLines(pageCount: number) {
  const edges: Edge[] = []
  const zones: { y: number; size: number }[] = []
  const needed = pageCount < 6 ? 2 : 3
  return {
    /** Looks at a page, and later pages, before any line is removed from it. */
    learn: (lines: Line[]) => {
      for (const { page, text, y, size } of edgesOf(lines)) edges.push({ page, key: keyOf(text), y, size })
    },
    without: (lines: Line[]): Line[] => {
      const atEdge = new Set(edgesOf(lines))
      return lines.filter((line) => {
        if (!atEdge.has(line)) return true
        if (isRepeated(line, edges, needed)) {
          if (!zones.some((zone) => isAt(zone, line))) zones.push(line)
          return false
        }
        return !(pageNumber.test(line.text) || (zones.some((zone) => isAt(zone, line)) && line.text.length < 120))
      })
    },
    /** Pages far behind need no more comparison. */
    forget: (before: number) => {
      const first = edges.findIndex(({ page }) => page >= before)
      if (first > 0) edges.splice(0, first)
    },
  }
}

/** A gap, or another size of letters, divides a header and a footer from the text; the first rows of a long table are neither. */
function edgesOf(lines: Line[]): Line[] {
  const byHeight = lines.toSorted((one, other) => other.y - one.y)
  const size = mostUsedSize(lines)
  const gap = lines.length < fewLines ? size * 2 : widestGapOfText(byHeight)
  const edgeOf = (sorted: Line[]) => {
    const divided = sorted.findIndex((line, place) => Math.abs(line.y - (sorted[place + 1]?.y ?? line.y)) > gap)
    return sorted.slice(0, edgeLines).filter((line, place) => place <= divided || Math.abs(line.size - size) >= 0.5)
  }
  return [...new Set([...edgeOf(byHeight), ...edgeOf(byHeight.toReversed())])]
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

const isAt = (one: { y: number; size: number }, other: { y: number; size: number }) =>
  Math.abs(one.y - other.y) < sameHeight && Math.abs(one.size - other.size) < 0.5

function isRepeated(line: Line, edges: Edge[], needed: number): boolean {
  const key = keyOf(line.text)
  const pages = edges.filter((edge) => edge.key === key && Math.abs(edge.y - line.y) < sameHeight).map(({ page }) => page)
  return new Set(pages).size >= needed
}
