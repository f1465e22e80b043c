/**
 * Matches `[1]`, `[1, 3]`, `[2-4]`, `【1】` and `【1†source】` with the white space before it, but not the text of a link. Each pattern
 * starts only at the start of a run (`(?<!…)`): a run of 20,000 tabs or backticks would else be tried from each of its characters.
 */
const citation = /(?<![^\S\n])[^\S\n]*(?:\[\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*\](?!\()|【\s*(\d{1,3})[^】\n]{0,80}】)/

/** Matches an unfinished citation or run of backticks at the end. A complete citation waits too, as it may be a link. */
const unfinished = /(?:(?<![^\S\n])[^\S\n]*(?:\[(?:[\d\s,;–-]{0,40}\]?)|【[^】\n]{0,90})|(?<!`)`+)$/

interface CitedText {
  text: string
  isNew: boolean
}

/** Renumbers citations by first appearance in a stream, and removes those beyond `noteCount`. Leaves code alone. */
export function createCitationFilter(noteCount: number) {
  const cited: number[] = []
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
      shown += rest.slice(0, match.index) + renumber(numbersIn(match[1] ?? match[2] ?? ''))
      rest = rest.slice(match.index + match[0].length)
    }
    return shown + rest
  }
  const filterText = (text: string): CitedText => {
    const before = cited.length
    const shown = text
      .split(/(`+)/)
      .map((part) => {
        if (part.startsWith('`')) inCode = !inCode
        return inCode || part.startsWith('`') ? part : filterProse(part)
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
      const text = pending
      pending = ''
      return filterText(text)
    },
    cited: (): number[] => cited.map((number) => number - 1),
  }
}

const maxRange = 10

function numbersIn(list: string): number[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number)
    return Array.from({ length: Math.min(maxRange, Math.max(1, to - from + 1)) }, (_, i) => from + i)
  })
}
