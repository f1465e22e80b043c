import type { Locale } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import type { AgentNotes, Note, QuestionIndex } from '../knowledge.ts'
import { questionWords, stopWords, weakTerms } from '../language/lexicon.ts'
import { properNames } from '../language/proper-names.ts'
import { leadIns } from '../language/query-analysis.ts'
import { stem } from '../language/stemmer.ts'
import { synonyms } from '../language/synonyms.ts'
import questionKinds from './question-kinds.json' with { type: 'json' }

export interface IndexedNote {
  key: string
  title: string
  terms: readonly string[]
  questions: readonly string[]
}

/** Question types (where, when, why, for oneself) and fixed expressions, replaced by tokens that are not words. */
const kinds = { en: compiled(questionKinds.en), pt: compiled(questionKinds.pt) }

function compiled(list: readonly { pattern: string; kind: string }[]) {
  return list.map(({ pattern, kind }) => ({ pattern: new RegExp(pattern, 'g'), kind }))
}

const kindWeight = 0.8
const softWeight = 0.6
const askingWeight = 0.3
const synonymLikeness = 0.75
/** A title names a topic rather than a question, so it counts less. */
const titleShare = 0.65
/** Weight of the message's words; the rest is for words of the stored question that it lacks. */
const questionShare = 0.7
const minLikeness = 0.3
/** Minimum weight of a message; lighter ones ("what do you like") are not compared. */
const minWeight = 0.7

interface Token {
  word: string
  stem: string
  weight: number
  kin: ReadonlySet<string>
}

/** Prepares an agent's notes for the search. Keep the result: this takes longer than a search. */
export const indexNotes = (notes: Note[], language: Locale): AgentNotes => ({
  notes,
  index: questionIndex(notes, language),
  names: properNames(notes, language),
})

export function questionIndex(notes: readonly IndexedNote[], language: Locale): QuestionIndex {
  const stemmed = notes.map(({ key, title, terms, questions }) => ({
    key,
    questions: [title, ...questions].map((question, place) => ({
      stems: stemsOf(extractQuestionWords(plainWords(question), language), language),
      share: place === 0 ? titleShare : 1,
    })),
    about: stemsOf(
      plainWords([title, ...terms, ...questions].join(' ')).filter((word) => !questionWords[language].has(word)),
      language,
    ),
  }))
  const spread = new Map<string, number>()
  for (const { questions, about } of stemmed)
    for (const one of new Set([...questions.flatMap(({ stems }) => [...stems]), ...about]))
      spread.set(one, (spread.get(one) ?? 0) + 1)
  const vocabulary = [...new Set(notes.flatMap(({ title, questions }) => plainWords([title, ...questions].join(' '))))]
  const stemWeights = lowWeights[language]
  const rarity = (one: string) => {
    const count = spread.get(one) ?? 0
    return Math.log(1 + (notes.length - count + 0.5) / (count + 0.5))
  }
  const weightOf = (one: string) => (one.startsWith('?') ? kindWeight : rarity(one) * (stemWeights.get(one) ?? 1))
  const token = (word: string): Token => {
    const own = stem(word, language)
    const kin = new Set(synonyms(word, language).map((other) => stem(other, language)))
    const isIndexed = spread.has(own) || [...kin].some((one) => spread.has(one))
    const corrected = isIndexed || word.startsWith('?') ? null : nearestWord(word, vocabulary)
    // a stop word of a stored question is its own nearest word
    if (corrected !== null && corrected !== word) return token(corrected)
    // a question word in no stored question has no weight
    const weight = !isIndexed && questionWords[language].has(word) ? 0 : weightOf(own)
    return { word, stem: own, weight, kin }
  }
  const match = (words: readonly string[]) => {
    const tokens = extractQuestionWords(words, language).map(token)
    const all = sum(tokens.map(({ weight }) => weight))
    const scores = new Map<string, number>()
    // a bare "where?" or "when?" would match every question of that type
    if (all < minWeight || tokens.every(({ word }) => word.startsWith('?'))) return scores
    for (const { key, questions } of stemmed) {
      const best = Math.max(...questions.map(({ stems, share }) => share * likeness(tokens, all, stems, weightOf)))
      if (best >= minLikeness) scores.set(key, best)
    }
    return scores
  }
  const near = (keys: readonly string[]) => {
    const aboutStems = new Set(stemmed.flatMap(({ key, about }) => (keys.includes(key) ? [...about] : [])))
    const others = stemmed.flatMap(({ key, about }) => {
      if (keys.includes(key)) return []
      const shared = sum([...about].filter((one) => aboutStems.has(one)).map(rarity))
      return [{ key, shared: shared / Math.sqrt(about.size || 1) }]
    })
    return others.toSorted((a, b) => b.shared - a.shared).map(({ key }) => key)
  }
  return { match, near }
}

function likeness(
  tokens: readonly Token[],
  all: number,
  question: ReadonlySet<string>,
  weightOf: (one: string) => number,
): number {
  const hit = new Map<string, number>()
  let foundWeight = 0
  for (const { stem: own, weight, kin } of tokens) {
    const same = question.has(own)
    const others = same ? [] : [...kin].filter((one) => question.has(one))
    if (!same && others.length === 0) continue
    foundWeight += weight * (same ? 1 : synonymLikeness)
    for (const one of same ? [own] : others) hit.set(one, Math.max(hit.get(one) ?? 0, same ? 1 : synonymLikeness))
  }
  if (foundWeight === 0) return 0
  const questionWeight = sum([...question].map(weightOf))
  const matchedWeight = sum([...hit].map(([one, by]) => weightOf(one) * by))
  return (foundWeight / all) ** questionShare * (matchedWeight / questionWeight) ** (1 - questionShare)
}

/** Returns the types of a bare question ("how long?", "why?"), or null if it contains more. */
export function bareKinds(words: readonly string[], language: Locale): string[] | null {
  const left = extractQuestionWords(words, language)
  return left.length > 0 && left.every((word) => word.startsWith('?')) ? left : null
}

function extractQuestionWords(words: readonly string[], language: Locale): string[] {
  const text = words.join(' ').replace(leadIns[language], ' ')
  const withKinds = kinds[language].reduce((text, { pattern, kind }) => text.replace(pattern, ` ${kind} `), text)
  const left = withKinds.split(' ').filter((word) => word !== '' && !stopWords[language].has(word))
  return [...new Set(left)]
}

const stemsOf = (words: readonly string[], language: Locale): ReadonlySet<string> =>
  new Set(words.map((word) => (word.startsWith('?') ? word : stem(word, language))))

function weights(language: Locale): ReadonlyMap<string, number> {
  const of = (words: ReadonlySet<string>, weight: number) =>
    [...words].map((word): [string, number] => [stem(word, language), weight])
  return new Map([...of(weakTerms[language], softWeight), ...of(questionWords[language], askingWeight)])
}

const lowWeights: Record<Locale, ReadonlyMap<string, number>> = { en: weights('en'), pt: weights('pt') }

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
