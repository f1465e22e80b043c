/** A reply found in a file, with the note that came with it. */
export interface FoundReply {
  /** Null in an answer to a visitor, whose text has no id. */
  id: string | null
  text: string
  note: string | null
  /** What the file itself says, which must agree with the note; undefined if it says nothing. */
  origin?: string | null
  term?: string
  /** The markup that a page shows, which must say what `text` says; null if it shows none, several, or something beside it. */
  visible?: string | null
  /** Other line ends are no change, because editors and systems replace them in text files. */
  anyLineEnds?: true
}

export interface FoundPicture {
  /** IPTC term; null if the picture has no mark. */
  term: string | null
}

/** More than an account's download can have; bounds the time for a hostile file. */
export const maxReplies = 100_000

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
