import type { Locale } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/nearest-word.ts'
import { english } from './phrases-en.ts'
import { portuguese } from './phrases-pt.ts'

/** What kind of help a person needs. `danger` is immediate: a life may depend on the next minutes. */
export type Crisis = 'danger' | 'violence' | 'suicide'

/** What a message tells of, and the language whose phrases told it; null where it was both. */
export interface Distress {
  crisis: Crisis
  language: Locale | null
}

/** The phrases of one language, as regular expressions over prepared text (see `prepare`). */
export interface PhraseBook {
  /** Short form → what it stands for. */
  shortForms: Record<string, string>
  /** Words that show that the writer speaks of themselves. */
  firstPerson: string
  /** A sentence that matches, and has no first person in it, asks about somebody else, such as the persona. */
  aboutOthers: string
  /** Idioms and accidents, taken out before anything is looked for. */
  harmless: string[]
  danger: string[]
  violence: string[]
  suicide: string[]
}

interface CompiledBook {
  shortForms: ReadonlyMap<string, string>
  firstPerson: RegExp
  aboutOthers: RegExp
  harmless: RegExp
  kinds: readonly (readonly [Crisis, RegExp])[]
  /** Words worth mending a typo for, by their first letter. */
  vocabulary: ReadonlyMap<string, readonly string[]>
}

const order = ['danger', 'violence', 'suicide'] as const satisfies Crisis[]

const pattern = (phrases: readonly string[]) =>
  `(?<![a-z0-9])(?:${phrases.join('|').replaceAll(' .. ', '(?: \\w+){0,3} ')})(?![a-z0-9])`

function compile(book: PhraseBook): CompiledBook {
  const literal = order.flatMap((kind) => book[kind]).join(' ')
  return {
    shortForms: new Map(Object.entries(book.shortForms)),
    firstPerson: new RegExp(pattern([book.firstPerson])),
    aboutOthers: new RegExp(book.aboutOthers),
    harmless: new RegExp(pattern(book.harmless), 'g'),
    kinds: order.map((kind) => [kind, new RegExp(pattern(book[kind]))] as const),
    vocabulary: Map.groupBy(new Set(literal.match(/(?<![\\a-z])[a-z]{6,}(?![a-z]|\\w)/g)), (word) => word.charAt(0)),
  }
}

const books: Record<Locale, CompiledBook> = { en: compile(english), pt: compile(portuguese) }

/** Real words that are one letter away from a word of the phrases. */
const notTypos = new Set(
  'things think thinks thinking being seeing trying hoping having living loving giving coming taking making contar correr morrem mostrar quebro cordas monte matéria tirado comida vivida viveram deixar'.split(
    ' ',
  ),
)

/** Letters that are written as digits and signs: `su1c1de`, `m@tar`. */
const leet: Record<string, string> = { '1': 'i', '0': 'o', '3': 'e', '4': 'a', '5': 's', '@': 'a', $: 's' }

/** The sentences of a message: small letters without accents, short forms written out, likely typos mended. */
function prepare(message: string, { shortForms, vocabulary }: CompiledBook): string[] {
  const mend = (word: string) => {
    const near = vocabulary.get(word.charAt(0)) ?? []
    return near.includes(word) || notTypos.has(word) ? word : (nearestWord(word, near) ?? word)
  }
  const plain = message
    .slice(0, 4_000)
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
  const { firstPerson, aboutOthers, harmless, kinds } = book
  const sentences = prepare(message, book).filter(
    (sentence) => sentence !== '' && (!aboutOthers.test(sentence) || firstPerson.test(sentence)),
  )
  const parts = sentences.map((sentence) => sentence.replace(harmless, ' # '))
  // what begins in one sentence may end in the next
  const text = [...parts, parts.join(' ')]
  return kinds.find(([, regExp]) => text.some((part) => regExp.test(part)))?.[0] ?? null
}

/**
 * Returns the crisis that a message tells of, in whichever of our languages, or null. Leans to kindness: a false alarm costs a
 * sentence, a missed one may cost more. Looks at the text only: no model, no database, nothing stored or logged.
 */
export function crisisOf(message: string): Distress | null {
  const [en, pt] = [crisisInLanguage(message, books.en), crisisInLanguage(message, books.pt)]
  const crisis = order.find((kind) => kind === en || kind === pt)
  if (!crisis) return null
  return { crisis, language: en && pt ? null : en ? 'en' : 'pt' }
}
