import { rankTexts } from '@duo/engine/search/rank-passages.ts'
import type { Query } from '@duo/engine/search/search-query.ts'
import { placeAt, samePath } from '@duo/reader/passages/marks.ts'
import type { PassagePlace, SearchHit } from '../../schema.ts'
import { type Piece, piecesOf } from './quotable.ts'

/** A paragraph that is not longer is quoted whole. */
const shortLength = 320
const maxLength = 700
/** A quotation goes on with the next sentence until it has this length. */
const enoughLength = 160
/** A second passage answers as well if its score has this share of the first one's; the same of rows of one table. */
const secondShare = 0.9
const maxQuotes = 2

/** Begins with a word that points to the sentence before. */
const leansBack =
  /^(?:and|but|so|then|yet|also|he|she|it|they|this|these|those|e|mas|então|depois|também|ele|ela|eles|elas|isso|isto|esse|essa|este|esta)\b/iu

export interface Quote {
  hit: SearchHit
  /** A part of the passage, letter by letter. */
  text: string
  /** Of this part. */
  place: PassagePlace
}

/** Returns the sentences of the best passages that answer, word for word, without those that `spoken` has. */
export function quotesFrom(query: Query, hits: readonly SearchHit[], passages: number, spoken: string): Quote[] {
  const best = hits[0]?.score ?? 0
  const quotes: Quote[] = []
  for (const hit of hits) {
    if (quotes.length === maxQuotes || (quotes.length > 0 && hit.score < best * secondShare)) break
    const quote = quoteFrom(query, hit, passages, spoken)
    if (quote === null || quotes.some(({ text }) => text.includes(quote.text) || quote.text.includes(text))) continue
    quotes.push(quote)
  }
  return quotes.filter((quote, at) => at === 0 || !quotes[0] || answersAsWell(query, quote, quotes[0], passages))
}

/** Numbers name things: what stands under the heading of another number is about another thing. */
function answersAsWell(query: Query, quote: Quote, first: Quote, passages: number): boolean {
  const wanted = new Set(query.words.flatMap(({ typed }) => (/\d/.test(typed) ? typed : [])))
  const numbersOf = ({ place }: Quote) => place.headings.at(-1)?.match(/\d+/g) ?? []
  const isNamed = (one: Quote) => numbersOf(one).some((number) => wanted.has(number))
  if (isNamed(first) && !isNamed(quote) && numbersOf(quote).length > 0) return false
  const ranked = rankTexts(
    query,
    [first, quote].map(({ text, place: { headings }, hit: { question } }) => ({ text, headings, question })),
    passages,
  )
  const scoreOf = (of: string) => ranked.find(({ passage }) => passage.text === of)?.score ?? 0
  return scoreOf(quote.text) >= scoreOf(first.text) * secondShare
}

/** Null if all of the passage was spoken before. */
function quoteFrom(query: Query, hit: SearchHit, passages: number, spoken: string): Quote | null {
  const spokenText = plain(spoken)
  const isFresh = ({ text }: Piece) => spoken === '' || !spokenText.includes(plain(text))
  const pieces = piecesOf(hit)
  const runs = unbroken(pieces, isFresh)
  const all = runs.flat()
  if (all.length === 0) return null
  const hasSections = all.some(({ headings }) => !samePath(headings, all[0]?.headings ?? []))
  const ranked = rankTexts(
    query,
    // headings say which section answers, and nothing about the sentences of one
    all.map((piece) => ({ text: piece.text, headings: hasSections ? piece.headings : [], question: null, piece })),
    passages,
  )
  const scores = new Map(ranked.map(({ passage, score }) => [passage.piece, score]))
  const best = ranked[0]?.passage.piece ?? all[0]
  const run = runs.find((pieces) => best !== undefined && pieces.includes(best))
  return best && run ? toQuote(hit, chosen(run, best, { scores, isWhole: hit.question !== null })) : null
}

/** Neighbouring pieces of one section that were not left out. */
function unbroken(pieces: readonly Piece[], isKept: (piece: Piece) => boolean): Piece[][] {
  const runs: Piece[][] = []
  let last: Piece | null = null
  for (const piece of pieces) {
    if (!isKept(piece)) last = null
    else if (last && samePath(last.headings, piece.headings)) runs.at(-1)?.push(piece)
    else runs.push([piece])
    if (isKept(piece)) last = piece
  }
  return runs
}

interface Choice {
  scores: ReadonlyMap<Piece, number>
  /** The answer to a question of its own belongs together. */
  isWhole: boolean
}

/** The pieces around the best one that belong to it. */
function chosen(run: Piece[], best: Piece, { scores, isWhole }: Choice): Piece[] {
  if (isWhole && lengthOf(run) <= maxLength) return run
  let [start, end] = best.isRow ? [run.indexOf(best), run.indexOf(best) + 1] : paragraphOf(run, best)
  const isMore = (at: number, fits: (piece: Piece) => boolean) => {
    const piece = run[at]
    return piece !== undefined && fits(piece) && lengthOf(run.slice(Math.min(start, at), Math.max(end, at + 1))) <= maxLength
  }
  if (best.isRow) {
    const isAsGood = (piece: Piece) => piece.isRow && (scores.get(piece) ?? 0) >= (scores.get(best) ?? 0) * secondShare
    while (isMore(start - 1, isAsGood)) start -= 1
    while (isMore(end, isAsGood)) end += 1
    return run.slice(start, end)
  }
  const leans = leansBack.test(run[start]?.text ?? '')
  if (isMore(start - 1, (piece) => !piece.isRow && (leans || announces(piece)))) start -= 1
  while (
    lengthOf(run.slice(start, end)) < enoughLength &&
    isMore(end, ({ isRow }) => !isRow || run.slice(end - 1, end).some(announces))
  )
    end += 1
  return run.slice(start, end)
}

const announces = ({ text }: Piece) => text.endsWith(':')

/** Where the best piece's paragraph begins and ends; of a long one, only the piece. */
function paragraphOf(run: readonly Piece[], best: Piece): [start: number, end: number] {
  const start = run.findIndex(({ group }) => group === best.group)
  const end = run.findLastIndex(({ group }) => group === best.group) + 1
  const isShort = lengthOf(run.slice(start, end)) <= shortLength && !run.slice(start, end).some(({ isRow }) => isRow)
  return isShort ? [start, end] : [run.indexOf(best), run.indexOf(best) + 1]
}

const lengthOf = (pieces: readonly Piece[]) => (pieces.at(-1)?.end ?? 0) - (pieces[0]?.start ?? 0)

function toQuote(hit: SearchHit, pieces: readonly Piece[]): Quote {
  const [start, end] = [pieces[0]?.start ?? 0, pieces.at(-1)?.end ?? 0]
  const place = placeAt(hit, start)
  const last = placeAt(hit, pieces.at(-1)?.start ?? 0)
  // of a passage that was read before there were marks, only the first and the last page are known
  const lastPage = hit.marks.length === 0 ? hit.lastPage : last.page
  return { hit, text: hit.text.slice(start, end), place: { ...place, lastPage: lastPage === place.page ? null : lastPage } }
}

const plain = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').toLowerCase()
