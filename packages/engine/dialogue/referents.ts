import type { Locale } from '@duo/platform/shared/locale.ts'
import { messageWords } from '../language/plain-message.ts'
import lists from './referents.json' with { type: 'json' }

const compiled = (rows: readonly { pronouns: string; people: string }[]) =>
  rows.map(({ pronouns, people }) => ({
    pronoun: new RegExp(`\\b(?:${pronouns})\\b`, 'g'),
    people: new RegExp(`\\b(?:${people})\\b`, 'g'),
  }))
/** Words before the name of a place. */
const beforePlaces = /^(?:in|at|from|to|of|near|em|na|no|de|da|do|para)$/
const rows = { en: compiled(lists.en), pt: compiled(lists.pt) }

/** Replaces “him” by the person named last in the questions before, or else first in the reply: “did you meet dad”. `own`: the agent’s names. */
export function withReferents(
  question: string,
  {
    before,
    reply,
    names,
    own,
    language,
  }: { before: string; reply: string; names: ReadonlyMap<string, string>; own: ReadonlySet<string>; language: Locale },
): { meant: string; person: string | null } {
  const text = messageWords(question).join(' ')
  const row = rows[language].find(({ pronoun }) => text.search(pronoun) >= 0)
  if (!row || text.search(row.people) >= 0) return { meant: question, person: null }
  const isName = (word: string) => names.has(word) && word.length > 3 && !own.has(word)
  const questions = messageWords(before)
  const spoken = messageWords(reply)
  const person =
    questions.join(' ').match(row.people)?.at(-1) ??
    questions.findLast(isName) ??
    spoken.find((word, at) => word.search(row.people) >= 0 || (isName(word) && !beforePlaces.test(spoken[at - 1] ?? '')))
  return person === undefined ? { meant: question, person: null } : { meant: text.replace(row.pronoun, person), person }
}
