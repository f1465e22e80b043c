import type { Locale } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import type { Crisis } from '../rules.ts'
import { likelyCrisis } from './classifier.ts'
import type { PhraseBook } from './phrase-book.ts'
import { english } from './phrases-en.ts'
import { portuguese } from './phrases-pt.ts'

/** What a message tells of, and the language whose phrases told it; null where it was both. */
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
  /** Words worth mending a typo for, by their first letter. */
  vocabulary: ReadonlyMap<string, readonly string[]>
}

const order = ['danger', 'violence', 'suicide'] as const satisfies Crisis[]

const pattern = (phrases: readonly string[]) =>
  // the end of a word is looked at and not taken: the next word must not begin there
  `(?<![a-z0-9])(?:${phrases.join('|').replaceAll(' .. ', '(?: \\w+){0,3} ').replaceAll('(?: |$)', '(?= |$)')})(?![a-z0-9])`

/** Matches a sentence that has a word of every group, and none of a group that begins with `!`. */
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
    vocabulary: Map.groupBy(book.mended.split(' '), (word) => word.charAt(0)),
  }
}

const books: Record<Locale, CompiledBook> = { en: compile(english), pt: compile(portuguese) }

/** Real words that are one letter away from a word of which typos are mended. */
const notTypos = new Set('violet violets breeding homeless digression digressao depressa consiga'.split(' '))

/** Characters of a message that are looked at; the longest message. */
const maxLengthRead = 4_000

/** Letters that are written as digits and signs: `su1c1de`, `m@tar`. */
const leet: Record<string, string> = { '1': 'i', '0': 'o', '3': 'e', '4': 'a', '5': 's', '@': 'a', $: 's' }

/** The sentences of a message: small letters without accents, short forms written out, likely typos mended. */
function prepare(message: string, { shortForms, vocabulary }: CompiledBook): string[] {
  const mend = (word: string) => {
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
    .map((sentence) => (sentence.match(/[a-z0-9]+/g) ?? []).map((word) => shortForms.get(word) ?? mend(word)).join(' '))
}

function crisisInLanguage(message: string, book: CompiledBook): Crisis | null {
  const { firstPerson, aboutOthers, harmless, kinds, together } = book
  const sentences = prepare(message, book).filter(
    (sentence) => sentence !== '' && (!aboutOthers.test(sentence) || firstPerson.test(sentence)),
  )
  const parts = sentences.map((sentence) => sentence.replace(harmless, ' # '))
  // what begins in one sentence may end in the next
  const text = [...parts, parts.join(' ')]
  const matches = new Set([
    ...kinds.flatMap(([kind, regExp]) => (text.some((part) => regExp.test(part)) ? [kind] : [])),
    ...together.flatMap(([kind, regExp]) => (parts.some((part) => regExp.test(part)) ? [kind] : [])),
  ])
  return order.find((kind) => matches.has(kind)) ?? null
}

/** What most messages have at most: a long text of many harmless sentences is not to become one by chance. */
const maxSentences = 8

/** The crisis that a message most likely tells of by its likeness to the lists of phrasings. */
function crisisByLikeness(message: string): Crisis | null {
  const sentences = message.slice(0, maxLengthRead).split(/(?<=[.!?;\n])\s+/)
  if (sentences.length > maxSentences) return null
  const matches = [likelyCrisis(message.slice(0, maxLengthRead)), ...sentences.map((sentence) => likelyCrisis(sentence, true))]
  return order.find((kind) => matches.includes(kind)) ?? null
}

/**
 * Returns the crisis that a message tells of, in whichever of our languages, or null: by the phrases first, which also tell the language,
 * else by likeness. Leans to kindness: a false alarm costs a sentence, a missed one may cost more. Looks at the text only: no model service,
 * no database, nothing stored or logged.
 */
export function detectCrisis(message: string): Distress | null {
  const [en, pt] = [crisisInLanguage(message, books.en), crisisInLanguage(message, books.pt)]
  const crisis = order.find((kind) => kind === en || kind === pt)
  if (crisis) return { crisis, language: en && pt ? null : en ? 'en' : 'pt' }
  const likely = crisisByLikeness(message)
  return likely && { crisis: likely, language: null }
}
