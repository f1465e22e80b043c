/**
 * A citation as models write it: `[1]`, `[1, 3]`, `[2-4]`, `【1】`, `【1†source】`, with the blanks before it where they were not shown yet. The
 * text of a link is none.
 */
const citation = /[^\S\n]*(?:\[\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*\](?!\()|【\s*(\d{1,3})[^】\n]{0,80}】)/

/** The end of a text that may become a citation, or a longer run of backticks. A whole citation waits for what follows: it may be a link. */
const unfinished = /(?:[^\S\n]*(?:\[(?:[\d\s,;–-]{0,40}\]?)|【[^】\n]{0,90})|`+)$/

interface CitedText {
  /** What may be shown, with the citations numbered by their first appearance. */
  text: string
  /** Whether a note was cited for the first time. */
  isNew: boolean
}

/**
 * Returns a filter over the pieces of a model's answer: it holds back half a citation, renumbers citations in the order in which notes are
 * first cited, and removes those of notes that the model was not given. Code is left alone. `noteCount` is the number of notes given.
 */
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
    /** What is still held back at the end of an answer. */
    end(): CitedText {
      const text = pending
      pending = ''
      return filterText(text)
    },
    /** The notes that were cited, as indexes of those given, in the order of their numbers. */
    cited: (): number[] => cited.map((number) => number - 1),
  }
}

/** Most numbers that a range stands for. */
const maxRange = 10

/** The numbers of `1, 3` and `2-4`. */
function numbersIn(list: string): number[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number)
    return Array.from({ length: Math.min(maxRange, Math.max(1, to - from + 1)) }, (_, i) => from + i)
  })
}
