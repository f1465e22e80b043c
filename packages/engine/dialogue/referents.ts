import type { Locale } from '@duo/platform/shared/locale.ts'
import { questionWords } from '../language/lexicon.ts'
import { messageWords } from '../language/plain-message.ts'
import lists from './referents.json' with { type: 'json' }

const compiled = (rows: typeof lists.en) =>
  rows.map(({ who, pronouns, people, articles }) => ({
    who,
    pronoun: new RegExp(`\\b(?:${pronouns})\\b`, 'g'),
    people: new RegExp(`\\b(?:${people})\\b`, 'g'),
    article: new RegExp(`^(?:${articles || '-'})$`),
  }))
/** Words before the name of a place. */
const beforePlaces = /^(?:in|at|from|to|of|near|em|na|no|de|da|do|para)$/
const rows = { en: compiled(lists.en), pt: compiled(lists.pt) }
const minThingLength = 4

/** Returns whether a text is first of all about a man, a woman or several people other than the speakers; null if about none. */
export function thirdPerson(text: string, language: Locale): string | null {
  const words =
    messageWords(text)
      .join(' ')
      .split(/\b(?:you|voce|i|eu)\b/)[0] ?? ''
  return rows[language].find(({ pronoun, people }) => words.search(pronoun) >= 0 || words.search(people) >= 0)?.who ?? null
}

/**
 * Replaces “him” by the person named last in the questions before, or else first in the reply: “did you meet dad”. In Portuguese, “ela” may
 * also be a thing of the last question: “a máquina”. `own`: the agent’s names.
 */
export function withReferents(
  question: string,
  {
    before,
    reply,
    names,
    own,
    language,
  }: {
    before: readonly string[]
    reply: string
    names: ReadonlyMap<string, string>
    own: ReadonlySet<string>
    language: Locale
  },
): string {
  const text = messageWords(question).join(' ')
  const row = rows[language].find(({ pronoun }) => text.search(pronoun) >= 0)
  if (!row || text.search(row.people) >= 0) return question
  const isName = (word: string) => names.has(word) && word.length > 3 && !own.has(word)
  const isOther = (word = '') => rows[language].some((one) => one !== row && one.article.test(word))
  const personIn = (texts: readonly string[]) => {
    const words = texts.flatMap((text) => text.split(' '))
    const at = words.findLastIndex((word) => word.search(row.people) === 0)
    // “the wright brothers” are no brothers of the agent
    const family = words[at - 1] ?? ''
    return at < 0 ? undefined : questionWords[language].has(family) ? words[at] : `${family} ${words[at]}`.trim()
  }
  const [last = [], questions] = [before.slice(-1).map(messageWords)[0], before.flatMap(messageWords)]
  const thing = last.find((word, at) => word.length >= minThingLength && !isName(word) && row.article.test(last[at - 1] ?? ''))
  const spoken = messageWords(reply)
  const person =
    personIn(last) ??
    thing ??
    personIn(questions) ??
    questions.findLast((word, at) => isName(word) && !isOther(questions[at - 1])) ??
    spoken.find((word, at) => word.search(row.people) >= 0 || (isName(word) && !beforePlaces.test(spoken[at - 1] ?? '')))
  return person === undefined ? question : text.replace(row.pronoun, person)
}
