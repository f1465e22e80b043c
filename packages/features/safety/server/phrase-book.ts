import type { Crisis } from '../rules.ts'

/** Regular expressions over prepared text (see `prepare` in crisis-detection.ts). */
export interface PhraseBook {
  shortForms: Record<string, string>
  /** Words whose typos are corrected: six letters or more, with no everyday word one letter away. */
  typoWords: string
  firstPerson: string
  /** Without a first person, a match is about another person, such as the persona. */
  aboutOthers: string
  /** Idioms and accidents, removed before matching. */
  harmless: string[]
  danger: string[]
  violence: string[]
  suicide: string[]
  /** Groups of words that indicate a crisis when a sentence has one of each; `!` excludes a group. */
  together: readonly (readonly [Crisis, ...string[]])[]
}
