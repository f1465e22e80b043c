import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { questionWords } from '../language/lexicon.ts'
import { splitSentences } from '../language/sentences.ts'
import { stem } from '../language/stemmer.ts'
import { searchIndex } from '../search/search-index.ts'

/** Minimum score of a sentence of the note under discussion. */
const minSentenceScore = 0.3
/** Share of its words from which a sentence only repeats what was said. */
const repeatedShare = 0.4
/** Begins with a word that points to the sentence before. */
const leansBack =
  /^(?:and|but|so|then|yet|still|also|he|she|it|they|that|this|these|those|there|his|her|their|even|e|mas|então|depois|ainda|também|ele|ela|eles|elas|isso|isto|aquilo|esse|essa|este|esta|seu|sua|lá|aí|mesmo)\b/iu
const minCompanionLength = 40
const maxCompanionLength = 220

/** Returns the sentence that fits a question best and the one after it, verbatim; null if none fits. */
export function bestSentence(text: string, question: string, language: Locale): string | null {
  const sentences = splitSentences(text)
  if (sentences.length < 3) return null
  const scores = searchIndex(
    sentences.map((sentence) => ({ text: sentence, wordings: [sentence] })),
    language,
  ).score(question)
  const best = scores.indexOf(Math.max(...scores))
  const found = sentences.slice(best, best + 2).join(' ')
  return (scores[best] ?? 0) < minSentenceScore ? null : found
}

const signs: Readonly<Record<string, RegExp>> = {
  '?long':
    /\b(?!(?:the|that|this|those|these|my|his|her|os|as|nos|nas|dos|das|meus|seus|minhas|suas)\b)\p{L}*\d*[½\p{L}]* (?:years|months|weeks|days|hours|minutes|seconds|anos|meses|semanas|dias|horas|minutos|segundos)\b/iu,
  '?when': /\b\d{3,4}\b|\bcentury\b|\bséculo\b/iu,
  '?old': /\b(?:aged?|years old|anos|at (?:\w+teen|twelve|eleven|\w+ty))\b/iu,
  '?many':
    /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|dozen|hundreds?|thousands?|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|dúzia|cem|mil)\b/iu,
  '?where': /(?:\b(?:in|at|to|near|em|n[ao]|para|até) )(?!\d)\p{Lu}/u,
  '?why': /\b(?:because|since|so that|in order|for I|porque|pois(?!,)|para que|a fim de)\b/iu,
  '?who': /(?<=[\p{Ll},] )(?!I\b)\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u,
}

/** Returns the first sentence whose form answers a kind of question: a place for "where?". */
export function sentenceOfKind(text: string, kinds: readonly string[]): string | null {
  const [sign] = kinds.flatMap((kind) => signs[kind] ?? [])
  return (sign && splitSentences(text).find((sentence) => sign.test(sentence))) ?? null
}

/** Returns the sentence of a note that says most beside a fact of it; null if all repeat the fact. */
export function companionSentence(fact: string, text: string): string | null {
  const words = new Set(longWords(fact))
  const candidates = splitSentences(text).flatMap((sentence) => {
    const own = longWords(sentence)
    const shared = own.filter((word) => words.has(word)).length
    const fits = sentence.length >= minCompanionLength && sentence.length <= maxCompanionLength && !leansBack.test(sentence)
    return fits && shared > 0 && shared / own.length < repeatedShare ? [{ sentence, shared }] : []
  })
  return candidates.toSorted((one, other) => other.shared - one.shared)[0]?.sentence ?? null
}

/** Returns the sentence of a note that a fact rests on: the one with most of its words. */
export function nearestSentence(fact: string, text: string): string {
  const words = new Set(longWords(fact))
  const shared = (sentence: string) => longWords(sentence).filter((word) => words.has(word)).length
  return splitSentences(text).toSorted((one, other) => shared(other) - shared(one))[0] ?? text
}

const longWords = (text: string) => plainWords(text).filter((word) => word.length > 3)

/** Returns the first sentence and the most representative other one. */
export function extractGist(
  { title, text, terms }: { title: string; text: string; terms: readonly string[] },
  language: Locale,
): string {
  const about = stemsOf([title, ...terms].join(' '), language)
  const [first = text, ...others] = splitSentences(text)
  const shares = others.map((sentence) => {
    const stems = [...stemsOf(sentence, language)]
    return stems.filter((one) => about.has(one)).length / Math.sqrt(Math.max(6, stems.length))
  })
  const best = others[shares.indexOf(Math.max(...shares))]
  return best === undefined ? first : `${first} ${best}`
}

const stemsOf = (text: string, language: Locale) =>
  new Set(
    plainWords(text)
      .filter((word) => !questionWords[language].has(word))
      .map((word) => stem(word, language)),
  )
