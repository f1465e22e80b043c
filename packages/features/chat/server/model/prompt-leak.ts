import { splitLoneSurrogate } from '@duo/platform/shared/text/lone-surrogate.ts'

/** Length of a repeated passage that counts as a leak, in characters of the original instructions. */
const leakLength = 60

/** Minimum number of letters in a leak, however many other characters are between them. */
const minLetters = 30

/** Number of repeated letters from which text is held back. Shorter matches are common in ordinary speech. */
const suspiciousLength = 12

export interface Instructions {
  letters: string
  /** Shortest pieces of `letters` that count as a leak, by their first `keyLength` letters. */
  leaks: Map<string, string[]>
  keyLength: number
  longest: number
}

/** Reduces a character to its letters: NFKD, lower case, without diacritics, white space, punctuation and Markdown. */
function lettersOf(text: string): string {
  // most characters of most replies need no Unicode
  if (text.length === 1 && text <= '\u007F') return /[a-z0-9]/.test(text) ? text : /[A-Z]/.test(text) ? text.toLowerCase() : ''
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

export const plainLetters = (text: string) => lettersOf(text)

/** Indexes every shortest piece of the instructions that spans `leakLength` characters. */
export function prepareInstructions(text: string): Instructions {
  const { letters, at } = spread(text)
  /** From the previous letter to the next one: a quotation includes the white space and punctuation at its ends. */
  const span = (first: number, last: number) => (at[last + 1] ?? text.length) - (first === 0 ? 0 : (at[first - 1] ?? 0) + 1)
  const isLong = (first: number, last: number) => span(first, last) >= leakLength && last - first + 1 >= minLetters
  const pieces: string[] = []
  for (let first = 0, last = 0; first < at.length; first += 1) {
    while (last < at.length - 1 && !isLong(first, last)) last += 1
    if (!isLong(first, last)) break
    pieces.push(letters.slice(first, last + 1))
  }
  const lengths = pieces.map(({ length }) => length)
  const keyLength = Math.min(...lengths, leakLength)
  const leaks = new Map<string, string[]>()
  for (const piece of pieces) leaks.set(piece.slice(0, keyLength), [...(leaks.get(piece.slice(0, keyLength)) ?? []), piece])
  return { letters, leaks, keyLength, longest: Math.max(...lengths, 0) }
}

function spread(text: string): { letters: string; at: number[] } {
  let letters = ''
  const at: number[] = []
  let position = 0
  for (const character of text) {
    for (const letter of lettersOf(character)) {
      letters += letter
      for (let unit = 0; unit < letter.length; unit += 1) at.push(position)
    }
    position += character.length
  }
  return { letters, at }
}

interface FilteredText {
  text: string
  hasLeak: boolean
}

/** Filters leaked instructions out of a streaming reply. `isPublic` is called for suspected leaks only, and allows quoting. */
export function createLeakFilter(instructions: Instructions, isPublic: (letters: string) => boolean) {
  let raw = ''
  let letters = ''
  const at: number[] = []
  let shownLength = 0
  let highSurrogate = ''
  let suspicious = 0
  let nextPosition = 0
  let begun: { position: number; pieces: string[] }[] = []

  /** Each position is looked up once, when the letters of a key are there. */
  function findLeak(): number | null {
    for (; nextPosition + instructions.keyLength <= letters.length; nextPosition += 1) {
      const pieces = instructions.leaks.get(letters.slice(nextPosition, nextPosition + instructions.keyLength))
      if (pieces) begun.push({ position: nextPosition, pieces })
    }
    const leak = begun.find(({ position, pieces }) =>
      pieces.some((piece) => letters.startsWith(piece, position) && !isPublic(piece)),
    )
    begun = begun.filter(({ position }) => position + instructions.longest > letters.length)
    return leak ? (at[leak.position] ?? 0) : null
  }
  function countRepeated(addedCount: number): number {
    let length = Math.min(suspicious + addedCount, instructions.longest, letters.length)
    while (length > 0 && !instructions.letters.includes(letters.slice(-length))) length -= 1
    return length
  }
  function showUntil(position: number): string {
    const text = raw.slice(shownLength, Math.max(shownLength, position))
    shownLength = Math.max(shownLength, position)
    return text
  }

  return {
    add(piece: string): FilteredText {
      const { complete, ...rest } = splitLoneSurrogate(highSurrogate + piece)
      highSurrogate = rest.highSurrogate
      const added = spread(complete)
      for (const position of added.at) at.push(raw.length + position)
      raw += complete
      letters += added.letters
      const leak = findLeak()
      if (leak !== null) return { text: showUntil(leak), hasLeak: true }
      suspicious = countRepeated(added.letters.length)
      const until = suspicious >= suspiciousLength ? (at[letters.length - suspicious] ?? raw.length) : raw.length
      return { text: showUntil(until), hasLeak: false }
    },
    end: (): string => showUntil(raw.length) + highSurrogate,
  }
}
