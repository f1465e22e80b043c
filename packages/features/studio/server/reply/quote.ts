import { splitSentences } from '@duo/engine/language/sentences.ts'
import { rankTexts } from '@duo/engine/search/rank-passages.ts'
import type { Query } from '@duo/engine/search/search-query.ts'
import type { SearchHit } from '../../schema.ts'

/** A passage that is not longer is quoted whole. */
const shortLength = 320
const maxLength = 700
/** A quotation goes on with the next sentence until it has this length. */
const enoughLength = 160
/** A second passage answers as well if its score has this share of the first one's. */
const secondShare = 0.9
const maxQuotes = 2

/** Begins with a word that points to the sentence before. */
const leansBack =
  /^(?:and|but|so|then|yet|also|he|she|it|they|this|these|those|e|mas|então|depois|também|ele|ela|eles|elas|isso|isto|esse|essa|este|esta)\b/iu

export interface Quote {
  hit: SearchHit
  text: string
}

/** Returns the sentences of the best passages that answer, word for word, without those that `spoken` has. */
export function quotesFrom(query: Query, hits: readonly SearchHit[], passages: number, spoken: string): Quote[] {
  const best = hits[0]?.score ?? 0
  const quotes: Quote[] = []
  for (const hit of hits) {
    if (quotes.length === maxQuotes || (quotes.length > 0 && hit.score < best * secondShare)) break
    const text = quoteFrom(query, hit, passages, spoken)
    if (text === null || quotes.some((quote) => quote.text.includes(text) || text.includes(quote.text))) continue
    quotes.push({ hit, text })
  }
  return quotes
}

/** Null if all of the passage was spoken before. */
function quoteFrom(query: Query, { text, question }: SearchHit, passages: number, spoken: string): string | null {
  const spokenText = plain(spoken)
  const sentences = text
    .split(/\n+/)
    .flatMap(splitSentences)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !(spoken !== '' && spokenText.includes(plain(sentence))))
  const left = sentences.join(' ')
  if (left === '') return null
  // the answer to a question of its own belongs together
  if (left.length <= shortLength || (question !== null && left.length <= maxLength)) return left
  const ranked = rankTexts(
    query,
    sentences.map((sentence, at) => ({ text: sentence, headings: [], question: null, at })),
    passages,
  )
  let start = ranked[0]?.passage.at ?? 0
  if (start > 0 && leansBack.test(sentences[start] ?? '')) start -= 1
  let end = start + 1
  const lengthOf = (to: number) => sentences.slice(start, to).join(' ').length
  while (end < sentences.length && lengthOf(end) < enoughLength && lengthOf(end + 1) <= maxLength) end += 1
  return sentences.slice(start, end).join(' ')
}

const plain = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').toLowerCase()

/** Marks of Markdown are letters of the document; `[1]` would be taken for a citation. */
export const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')
