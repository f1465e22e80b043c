import type { Crisis } from '../rules.ts'

/** The phrases of one language, as regular expressions over prepared text (see `prepare`). */
export interface PhraseBook {
  /** Short form or usual misspelling → what it stands for. */
  shortForms: Record<string, string>
  /** Words of which any typo is mended: six letters or more, and no neighbour of an everyday word. */
  mended: string
  /** Words that show that the writer speaks of themselves. */
  firstPerson: string
  /** A sentence that matches, and has no first person in it, asks about another person, such as the persona. */
  aboutOthers: string
  /** Idioms and accidents, taken out before anything is looked for. */
  harmless: string[]
  danger: string[]
  violence: string[]
  suicide: string[]
  /** Words that tell of a crisis where all of these groups have one in the same sentence, in any order; none of a group that begins with `!`. */
  together: readonly (readonly [Crisis, ...string[]])[]
}
