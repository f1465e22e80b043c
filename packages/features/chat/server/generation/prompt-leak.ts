/** A repetition as long as this, in characters of the instructions as they are written, is a leak. */
const leakLength = 60

/** Fewer letters than this are no repetition, however much stands between them. */
const fewestLetters = 30

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
  const isLong = (first: number, last: number) => span(first, last) >= leakLength && last - first + 1 >= fewestLetters
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
  let place = 0
  for (const character of text) {
    for (const letter of lettersOf(character)) {
      letters += letter
      for (let unit = 0; unit < letter.length; unit += 1) at.push(place)
    }
    place += character.length
  }
  return { letters, at }
}

/** What of a reply may be shown. */
interface Shown {
  text: string
  /** Whether the reply repeats its instructions from here on: nothing more of it may be shown. */
  leaks: boolean
}

/**
 * Holds back of a growing reply what may become a repetition of the instructions, so that none is ever shown. `isPublic` says whether letters
 * stand in what the reply is meant to quote; it is asked only about what would be a leak otherwise.
 */
export function createLeakFilter(instructions: Instructions, isPublic: (letters: string) => boolean) {
  let raw = ''
  let letters = ''
  const at: number[] = []
  let shown = 0
  let half = ''
  let suspicious = 0

  /** Where the first leak begins that the newest letters complete. */
  function leakFrom(start: number): number | null {
    for (let place = start; place + instructions.keyLength <= letters.length; place += 1) {
      const candidates = instructions.leaks.get(letters.slice(place, place + instructions.keyLength)) ?? []
      if (candidates.some((piece) => letters.startsWith(piece, place) && !isPublic(piece))) return at[place] ?? 0
    }
    return null
  }
  /** How many of the newest letters are a piece of the instructions. */
  function repeated(grown: number): number {
    let length = Math.min(suspicious + grown, instructions.longest, letters.length)
    while (length > 0 && !instructions.letters.includes(letters.slice(-length))) length -= 1
    return length
  }
  function showUntil(place: number): string {
    const text = raw.slice(shown, Math.max(shown, place))
    shown = Math.max(shown, place)
    return text
  }

  return {
    add(piece: string): Shown {
      // a character may come in two halves
      const given = half + piece
      half = /[\uD800-\uDBFF]$/.exec(given)?.[0] ?? ''
      const whole = half ? given.slice(0, -1) : given
      const known = letters.length
      const more = spread(whole)
      for (const place of more.at) at.push(raw.length + place)
      raw += whole
      letters += more.letters
      const leak = leakFrom(Math.max(0, known - instructions.longest))
      if (leak !== null) return { text: showUntil(leak), leaks: true }
      suspicious = repeated(more.letters.length)
      const until = suspicious >= suspiciousLength ? (at[letters.length - suspicious] ?? raw.length) : raw.length
      return { text: showUntil(until), leaks: false }
    },
    /** What is still held back at the end of a reply, which can become nothing else any more. */
    end: (): string => showUntil(raw.length) + half,
  }
}
