import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { questionWords } from '../language/lexicon.ts'
import type { QueryTerm } from '../language/query-analysis.ts'
import { stem } from '../language/stemmer.ts'
import { synonyms } from '../language/synonyms.ts'

/**
 * Returns the sentence that answers best and the one after it, verbatim. Null if that sentence covers less than half of the
 * query weight, if more than two tie, or if the text has fewer than three sentences.
 */
export function extractPassage(text: string, words: readonly QueryTerm[], language: Locale): string | null {
  const sentences = splitSentences(text)
  const weights = sentences.map((sentence) => {
    const stems = stemsOf(sentence, language)
    return words.reduce((sum, { word, weight }) => {
      const forms = [word, ...synonyms(word, language)].map((form) => stem(form, language))
      return forms.some((form) => stems.has(form)) ? sum + weight : sum
    }, 0)
  })
  const best = Math.max(...weights)
  const hits = weights.filter((weight) => weight === best).length
  const totalWeight = words.reduce((sum, { weight }) => sum + weight, 0)
  if (best <= 0 || best < totalWeight / 2 || hits > 2 || sentences.length < 3) return null
  const at = weights.indexOf(best)
  return sentences.slice(at, at + 2).join(' ')
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

export function extractPoint(text: string, kinds: readonly string[]): string | null {
  const [sign] = kinds.flatMap((kind) => signs[kind] ?? [])
  return (sign && splitSentences(text).find((sentence) => sign.test(sentence))) ?? null
}

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

const splitSentences = (text: string) => text.split(/(?<=[.!?…]”?)(?<!\b[A-Z]\.) (?=[“‘—]?\p{Lu})/u)
