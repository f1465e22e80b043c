/**
 * Matches `[1]`, `[1, 3]`, `[2-4]`, `【1】` and `【1†source】` with the comma and white space before it, but not the text of a link. Each
 * pattern starts only at the start of a run (`(?<!…)`): a run of 20,000 tabs or backticks would else be tried from each of its characters.
 */
const citation = /(?<![^\S\n])([,;]?)[^\S\n]*(?:\[\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*\](?!\()|【\s*(\d{1,3})[^】\n]{0,80}】)/

/** Matches an unfinished citation, comma, white space or run of backticks at the end. A complete citation waits too, as it may be a link. */
const unfinished =
  /(?:(?<![^\S\n])[,;]?[^\S\n]*(?:\[(?:[\d\s,;–-]{0,40}\]?)|【[^】\n]{0,90})|(?<![^\S\n])(?:[,;][^\S\n]*|[^\S\n]+)|(?<!`)`+)$/

interface CitedText {
  text: string
  isNew: boolean
}

/** Renumbers citations by first appearance in a stream, and removes those beyond `noteCount`. Leaves code alone. */
export function createCitationFilter(noteCount: number) {
  const cited: number[] = []
  const seams = createSeams()
  let pending = ''
  let inCode = false

  const renumber = (numbers: readonly number[]) => {
    const validNumbers = [...new Set(numbers)].filter((number) => number >= 1 && number <= noteCount)
    for (const number of validNumbers) if (!cited.includes(number)) cited.push(number)
    return validNumbers.map((number) => `[${cited.indexOf(number) + 1}]`).join('')
  }
  const filterProse = (text: string) => {
    let shown = ''
    let rest = text
    for (let match = citation.exec(rest); match; match = citation.exec(rest)) {
      const [whole, comma = '', ...lists] = match
      shown += seams.text(rest.slice(0, match.index))
      const kept = renumber(numbersIn(lists.find(Boolean) ?? ''))
      shown += kept === '' ? seams.removed(comma) : seams.citation(comma, kept)
      rest = rest.slice(match.index + whole.length)
    }
    return shown + seams.text(rest)
  }
  const filterText = (text: string): CitedText => {
    const before = cited.length
    const shown = text
      .split(/(`+)/)
      .map((part) => {
        if (part.startsWith('`')) inCode = !inCode
        return inCode || part.startsWith('`') ? seams.text(part) : filterProse(part)
      })
      .join('')
    return { text: shown, isNew: cited.length > before }
  }

  return {
    add(piece: string): CitedText {
      const text = pending + piece
      pending = unfinished.exec(text)?.[0] ?? ''
      return filterText(text.slice(0, text.length - pending.length))
    },
    end(): CitedText {
      const { text, isNew } = filterText(pending)
      pending = ''
      return { text: text + seams.end(), isNew }
    },
    cited: (): number[] => cited.map((number) => number - 1),
  }
}

const isMark = (character: string | undefined) => character !== undefined && /[,;:.!?…]/.test(character)

const markOf = (gap: string) => /[,;]/.exec(gap)?.[0] ?? ''

/** Joins the text around removed citations, so that of the commas and spaces between them one is left. */
function createSeams() {
  let last = ''
  /** Commas and white space since a removed citation; null if none has been removed. */
  let gap: string | null = null

  const write = (text: string) => {
    last = text.at(-1) ?? last
    return text
  }
  function join(between: string, next: string): string {
    gap = null
    if (isMark(next[0])) return write(isMark(last) ? next.slice(1) : next)
    if (last === '' || last === '\n') return write(next)
    const line = between.indexOf('\n')
    const space = line >= 0 ? between.slice(line) : /\s/.test(between) ? ' ' : ''
    return write((isMark(last) ? '' : markOf(between)) + space + next)
  }
  return {
    text(text: string): string {
      if (gap === null) return write(text)
      const between = /^[\s,;]*/.exec(text)?.[0] ?? ''
      gap += between
      return between.length === text.length ? '' : join(gap, text.slice(between.length))
    },
    removed(comma: string): string {
      gap = (gap ?? '') + comma
      return ''
    },
    citation(comma: string, kept: string): string {
      const isFirst = gap === null
      gap = null
      return write(isFirst ? comma + kept : kept)
    },
    end: (): string => (gap === null || isMark(last) ? '' : markOf(gap)),
  }
}

const maxRange = 10

function numbersIn(list: string): number[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number)
    return Array.from({ length: Math.min(maxRange, Math.max(1, to - from + 1)) }, (_, i) => from + i)
  })
}
