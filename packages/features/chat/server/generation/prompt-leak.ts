/** A repetition as long as this, in characters of the instructions as they are written, is a leak. */
const leakLength = 60

/** Fewer letters than this are no repetition, however much stands between them. */
const minLetters = 30

/** From how many letters on a repetition is held back until it is known what it becomes: shorter ones are everywhere in ordinary speech. */
const suspiciousLength = 12

/** The instructions, prepared for looking for them in replies. */
export interface Instructions {
  /** Letters and digits only. */
  letters: string
  /** Pieces of `letters` that are a leak, by their beginnings. */
  leaks: Map<string, string[]>
  /** Length of those beginnings, and of the longest piece. */
  keyLength: number
  longest: number
}

/** What is left of a character: one writing of each letter (NFKD), small, without marks, blanks, punctuation and Markdown. */
const lettersOf = (character: string) =>
  character
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Letters of a text as one string, for looking one text up in another. */
export const plainLetters = (text: string) => lettersOf(text)

/** Prepares instructions: every shortest piece of them that spans `leakLength` characters, whatever stands between its letters. */
export function prepareInstructions(text: string): Instructions {
  const { letters, at } = spread(text)
  // from behind the letter before to the letter after: blanks and punctuation at the ends of a quotation belong to it
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

/** The letters of a text and, for each, where its character begins. */
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

/** What of a reply may be shown. */
interface FilteredText {
  text: string
  /** Whether the reply repeats its instructions from here on: nothing more of it may be shown. */
  hasLeak: boolean
}

/**
 * Holds back of a growing reply what may become a repetition of the instructions, so that none is ever shown. `isPublic` says whether letters
 * stand in what the reply is meant to quote; it is asked only about what would be a leak otherwise.
 */
export function createLeakFilter(instructions: Instructions, isPublic: (letters: string) => boolean) {
  let raw = ''
  let letters = ''
  const at: number[] = []
  let shownLength = 0
  let highSurrogate = ''
  let suspicious = 0

  /** Where the first leak begins that the newest letters complete. */
  function leakFrom(start: number): number | null {
    for (let position = start; position + instructions.keyLength <= letters.length; position += 1) {
      const candidates = instructions.leaks.get(letters.slice(position, position + instructions.keyLength)) ?? []
      if (candidates.some((piece) => letters.startsWith(piece, position) && !isPublic(piece))) return at[position] ?? 0
    }
    return null
  }
  /** How many of the newest letters are a piece of the instructions. */
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
      // a character may come in two halves
      const combined = highSurrogate + piece
      highSurrogate = /[\uD800-\uDBFF]$/.exec(combined)?.[0] ?? ''
      const complete = highSurrogate ? combined.slice(0, -1) : combined
      const previousLength = letters.length
      const added = spread(complete)
      for (const position of added.at) at.push(raw.length + position)
      raw += complete
      letters += added.letters
      const leak = leakFrom(Math.max(0, previousLength - instructions.longest))
      if (leak !== null) return { text: showUntil(leak), hasLeak: true }
      suspicious = countRepeated(added.letters.length)
      const until = suspicious >= suspiciousLength ? (at[letters.length - suspicious] ?? raw.length) : raw.length
      return { text: showUntil(until), hasLeak: false }
    },
    /** What is still held back at the end of a reply, which can become nothing else any more. */
    end: (): string => showUntil(raw.length) + highSurrogate,
  }
}
