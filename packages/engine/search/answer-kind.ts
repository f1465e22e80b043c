import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Fact, Passage } from '../knowledge.ts'
import { splitSentences } from '../language/sentences.ts'
import { contentTokens } from './content-tokens.ts'

const signs = {
  '?long':
    /(?<!\b(?:tinha|aos|com|fiz) )\b(?!(?:the|that|this|those|these|my|his|her|os|as|nos|nas|dos|das|meus|seus|minhas|suas)\b)\p{L}*\d*[½\p{L}]* (?:years|months|weeks|days|hours|minutes|seconds|anos|meses|semanas|dias|horas|minutos|segundos)\b/iu,
  '?when': /\b\d{3,4}\b|\bcentury\b|\bséculo\b/iu,
  '?old':
    /\b(?:aged?|years old|(?:aos|com|tinha|fiz) [\p{L} ]{2,24} ?anos|\w+teen|eleven|twelve|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?)\b/iu,
  '?many':
    /(?<!\d)(?!1\d{3}(?!\d))\d|\b(?:one|none|two|three|four|five|six|seven|eight|nine|ten|dozen|hundreds?|thousands?|um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|dúzia|cem|mil|centenas|nenhum)\b/iu,
  '?where': /(?:\b(?:[Ii]n|[Aa]t|to|[Nn]ear|[Ee]m|[Nn][ao]s?|para|até) (?:the )?)(?!\d)\p{Lu}/u,
  '?why': /\b(?:because|since|so that|in order|for I|porque|pois(?!,)|para que|a fim de)\b/iu,
  '?who': /(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}/u,
  '?reaction':
    /\b(?:called me|laughed|whispered|mock\w*|gossip|newspapers?|critics?|scandal\w*|people (?:say|said|told)|chamavam|fofoca|jornais|ri(?:am|ram)|zomb\w+|falavam|diziam|contavam|escândalo)\b/iu,
}

/** Everyday questions that only a passage with such a wording answers. */
export const everyday = /^\?(?:food|pets|looks|fun|happy|fear|miss|love|again|worth|sick|laughed|better|quit|lonely|hurt)$/

type Sign = keyof typeof signs
/** A kind of question whose answer must hold a certain thing: a place for “where?” */
export type AnswerKind = `?${string}`

export const isSign = (token: string | undefined): token is Sign => token !== undefined && token in signs
const isKind = (token: string | undefined): token is AnswerKind => isSign(token) || (token !== undefined && everyday.test(token))

/** Returns what a question asks for by its first or last word; null if its words decide. */
export function answerKind(question: string, language: Locale): AnswerKind | null {
  const tokens = contentTokens(question, language)
  return [tokens[0], tokens.at(-1)].find(isKind) ?? null
}

/** Whether a passage was written for this kind of question, or has what it asks for. */
export const holdsKind = ({ note, fact }: Passage, kind: AnswerKind, language: Locale): boolean =>
  asksFor(fact ?? { asks: note.questions, followUps: [] }, kind, language) || hasForm(fact?.text ?? note.text, kind)

export const asksFor = ({ asks, followUps }: Pick<Fact, 'asks' | 'followUps'>, kind: AnswerKind, language: Locale): boolean =>
  [...asks, ...followUps].some((one) => contentTokens(one, language).includes(kind))

/** Whether a text has what a kind of question asks for. */
export const hasForm = (text: string, kind: AnswerKind | null) => kind !== null && isSign(kind) && signs[kind].test(text)

/** Returns the first sentence whose form answers a kind of question. */
export const sentenceOfKind = (text: string, kind: string | undefined): string | null =>
  (isSign(kind) && splitSentences(text).find((sentence) => signs[kind].test(sentence))) || null

const isYear = (born: number) => (year: number) => year > born && year < born + 100

/** Returns the first year in a text within a life, and the age then, if the year of birth is known. */
export function ageIn(text: string, lived: string): { year: number; age: number } | null {
  const born = Number(lived.match(/\d{3,4}/)?.[0])
  const year = [...text.matchAll(/\b\d{3,4}\b/g)].map(([digits]) => Number(digits)).find(isYear(born))
  return year === undefined ? null : { year, age: year - born }
}
