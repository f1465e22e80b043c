import type { Locale } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import type { Crisis } from '../rules.ts'
import type { PhraseBook } from './phrase-book.ts'
import { english } from './phrases-en.ts'
import { portuguese } from './phrases-pt.ts'
import { distressProbability, likelyKind } from './recogniser/recogniser.ts'

/** `language` is null if phrases of both languages match. */
export interface Distress {
  crisis: Crisis
  language: Locale | null
}

interface CompiledBook {
  shortForms: ReadonlyMap<string, string>
  firstPerson: RegExp
  aboutOthers: RegExp
  harmless: RegExp
  kinds: readonly (readonly [Crisis, RegExp])[]
  together: readonly (readonly [Crisis, RegExp])[]
  vocabulary: ReadonlyMap<string, readonly string[]>
}

const order = ['danger', 'violence', 'suicide'] as const satisfies Crisis[]

const pattern = (phrases: readonly string[]) =>
  // lookahead, so that adjacent matches can share a boundary
  `(?<![a-z0-9])(?:${phrases.join('|').replaceAll(' .. ', '(?: \\w+){0,3} ').replaceAll('(?: |$)', '(?= |$)')})(?![a-z0-9])`

const together = (groups: readonly string[]) =>
  new RegExp(
    `^${groups.map((group) => (group.startsWith('!') ? `(?!.*${pattern([group.slice(1)])})` : `(?=.*${pattern([group])})`)).join('')}`,
  )

function compile(book: PhraseBook): CompiledBook {
  return {
    shortForms: new Map(Object.entries(book.shortForms)),
    firstPerson: new RegExp(pattern([book.firstPerson])),
    aboutOthers: new RegExp(book.aboutOthers),
    harmless: new RegExp(pattern(book.harmless), 'g'),
    together: book.together.map(([kind, ...groups]) => [kind, together(groups)] as const),
    kinds: order.map((kind) => [kind, new RegExp(pattern(book[kind]))] as const),
    vocabulary: Map.groupBy(book.typoWords.split(' '), (word) => word.charAt(0)),
  }
}

const books: Record<Locale, CompiledBook> = { en: compile(english), pt: compile(portuguese) }

/** Real words one letter away from a word whose typos are corrected. */
const notTypos = new Set('violet violets breeding homeless digression digressao depressa consiga'.split(' '))

const maxLengthRead = 4_000

const leet: Record<string, string> = { '1': 'i', '0': 'o', '3': 'e', '4': 'a', '5': 's', '@': 'a', $: 's' }

function prepare(message: string, { shortForms, vocabulary }: CompiledBook): string[] {
  const correctTypo = (word: string) => {
    const near = vocabulary.get(word.charAt(0)) ?? []
    return near.includes(word) || notTypos.has(word) ? word : (nearestWord(word, near) ?? word)
  }
  const plain = message
    .slice(0, maxLengthRead)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'`´]/g, '')
    .replace(/(?<=[a-z])[0134-5@$](?=[a-z])/g, (sign) => leet[sign] ?? sign)
    .replace(/\+/g, ' mais ')
    .replace(/([a-z])\1{2,}/g, '$1')
  return plain
    .split(/[.!?;:\n]+/)
    .map((sentence) => (sentence.match(/[a-z0-9]+/g) ?? []).map((word) => shortForms.get(word) ?? correctTypo(word)).join(' '))
}

function crisisInLanguage(message: string, book: CompiledBook): Crisis | null {
  const { firstPerson, aboutOthers, harmless, kinds, together } = book
  const sentences = prepare(message, book).filter(
    (sentence) => sentence !== '' && (!aboutOthers.test(sentence) || firstPerson.test(sentence)),
  )
  const parts = sentences.map((sentence) => sentence.replace(harmless, ' # '))
  const text = [...parts, parts.join(' ')]
  const matches = new Set([
    ...kinds.flatMap(([kind, regExp]) => (text.some((part) => regExp.test(part)) ? [kind] : [])),
    ...together.flatMap(([kind, regExp]) => (parts.some((part) => regExp.test(part)) ? [kind] : [])),
  ])
  return order.find((kind) => matches.has(kind)) ?? null
}

/** Of the whole message. Chosen for recall: decision 34 has the false alarms that it costs. */
const likely = 0.6
/** Of the message or one of its sentences, if a phrase of distress also matches. */
const likelyWithPhrase = 0.3

/** Requires the statistical recogniser to agree with a phrase, or to be sure of itself. Nothing is sent, stored or logged. */
export function detectCrisis(message: string): Distress | null {
  const text = message.slice(0, maxLengthRead)
  const [en, pt] = [crisisInLanguage(text, books.en), crisisInLanguage(text, books.pt)]
  const phrase = order.find((kind) => kind === en || kind === pt)
  const probability = distressProbability(text)
  if (!phrase) return probability >= likely ? { crisis: likelyKind(text), language: null } : null
  const isBacked = [text, ...sentencesOf(text)].some((part) => distressProbability(part) >= likelyWithPhrase)
  return isBacked ? { crisis: phrase, language: en && pt ? null : en ? 'en' : 'pt' } : null
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?;\n])\s+/)
