import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import { questionWords, stopWords, weakTerms } from '../language/lexicon.ts'
import { messageWords } from '../language/plain-message.ts'
import { languageOf, leadIns } from '../language/query-analysis.ts'
import { kinFinder, synonyms } from '../language/synonyms.ts'
import { isParticle, withSpaces } from '../language/unspaced-scripts.ts'
import groups from './document-synonyms.json' with { type: 'json' }
import { documentStem } from './document-terms.ts'
import measures from './question-measures.json' with { type: 'json' }

/** A stem by which a word is found, and how much such a find counts. */
interface QueryStem {
  stem: string
  /** 1 for the word itself; less for one of the same meaning, or of another spelling. */
  share: number
  /** The other word; null for the word itself. */
  instead: string | null
}

export interface QueryWord {
  typed: string
  stems: QueryStem[]
  /** 1, or less for words that narrow a question a little. */
  weight: number
  /** Passages that have it. */
  count: number
}

/** What a question asks of passages. */
export interface Query {
  question: string
  words: QueryWord[]
  /** Passages by stem; empty until they are counted. */
  counts: ReadonlyMap<string, number>
}

const documentSynonyms = kinFinder(groups)

const weakWeight = 0.6
const questionWeight = 0.25
const synonymShare = 0.6
const spellingShare = 0.85
const unitShare = 0.9

/** What a question measures, in the words of the question, and the units by which documents reply. */
const measuresOf = (language: Locale) =>
  measures[language].map(({ asks, units }) => ({ asks: new RegExp(`\\b(?:${asks})\\b`), units: units.split(' '), language }))
const measured = { en: measuresOf('en'), pt: measuresOf('pt') }

/** Takes a question apart. Documents may be in both languages, so each word has the stem of each. */
export function parseQuery(question: string): Query {
  const own = languageOf(question)
  const languages: readonly Locale[] = own ? [own] : locales
  const typedText = languages.reduce(
    (text, language) => text.replace(leadIns[language], ' '),
    messageWords(withSpaces(question)).join(' '),
  )
  const { measure, rest: text } = splitMeasure(typedText, languages)
  const typed = [...new Set(text.split(' ').filter((word) => word !== ''))]
  const content = typed.filter((word) => !isParticle(word) && !languages.some((language) => stopWords[language].has(word)))
  const words = (content.length > 0 ? content : typed).map((word) => ({
    typed: word,
    stems: stemsOf(word, languages),
    weight: weightOf(word, languages),
    count: 0,
  }))
  return { question, words: measure ? [measure, ...words] : words, counts: new Map() }
}

/** “How long” is one word, which a text of minutes answers. A question of nothing else keeps its words. */
function splitMeasure(text: string, languages: readonly Locale[]): { measure: QueryWord | null; rest: string } {
  for (const { asks, units, language } of languages.flatMap((language) => measured[language])) {
    const typed = text.match(asks)?.[0]
    if (typed === undefined) continue
    const rest = text.replace(typed, ' ').trim()
    if (rest === '') break
    const stems = units.map((unit) => ({ stem: documentStem(unit, language), share: unitShare, instead: unit }))
    return { measure: { typed, stems: unique(stems), weight: weakWeight, count: 0 }, rest }
  }
  return { measure: null, rest: text }
}

const unique = (stems: QueryStem[]) =>
  stems.filter(({ stem }, place) => stems.findIndex((other) => other.stem === stem) === place)

function stemsOf(word: string, languages: readonly Locale[]): QueryStem[] {
  const own = locales.map((language) => ({ stem: documentStem(word, language), share: 1, instead: null }))
  const kin = languages.flatMap((language) =>
    [...synonyms(word, language), ...documentSynonyms(word, language)].map((instead) => ({
      stem: documentStem(instead, language),
      share: synonymShare,
      instead,
    })),
  )
  return unique([...own, ...kin])
}

/** Words of the asker, not of the subject: “posso”, “I need”. Documents rarely have them, so their rarity says nothing. */
const askingWords: Record<Locale, ReadonlySet<string>> = {
  en: new Set(
    'need needs want wants trying try tried got gotta supposed allowed someone somebody anyone anybody else anyway i ive id im'.split(
      ' ',
    ),
  ),
  pt: new Set(
    (
      'posso pode podem podemos poderia consigo consegue conseguir preciso precisa precisar devo deve devemos quero queria tenho temos to ta ' +
      'vou vai vamos da dar dava fica ficar fiquei jeito alguem algum alguma gente'
    ).split(' '),
  ),
}

function weightOf(word: string, languages: readonly Locale[]): number {
  if (languages.some((language) => questionWords[language].has(word) || askingWords[language].has(word))) return questionWeight
  return languages.some((language) => weakTerms[language].has(word)) ? weakWeight : 1
}

/** Adds the nearest known stem to words that no passage has: `known` are stems that begin alike. */
export function withSpelling(query: Query, counts: ReadonlyMap<string, number>, known: readonly string[]): Query {
  const words = query.words.map((word) => {
    if (word.stems.some(({ stem }) => counts.has(stem))) return word
    const near = [...new Set([word.typed, ...word.stems.map(({ stem }) => stem)])].flatMap(
      (form) => nearestWord(form, known) ?? [],
    )
    const [stem] = near
    return stem === undefined ? word : { ...word, stems: [...word.stems, { stem, share: spellingShare, instead: stem }] }
  })
  return { ...query, words }
}
