import { type PlacedText, placeAt, placesOf, withPlaces } from '@duo/reader/passages/marks.ts'
import { sentenceSpans } from './sentence-spans.ts'

/** Places a changed text: a sentence that was there before stands where it stood, a new one where the text of before goes on. */
export function placeAgain(text: string, before: PlacedText): PlacedText {
  let read = 0
  const places = sentenceSpans(text).map(({ start, end }) => {
    const sentence = text.slice(start, end)
    const ahead = before.text.indexOf(sentence, read)
    const found = ahead >= 0 ? ahead : before.text.indexOf(sentence)
    if (found < 0) return { at: start, ...placeAt(before, before.text.length - before.text.slice(read).trimStart().length) }
    read = found + sentence.length
    return { at: start, ...placeAt(before, found) }
  })
  return { ...withPlaces(text, places), ...lastPageOf(before) }
}

/** Of one that was read before there were marks, only the first and the last page are known. */
const lastPageOf = ({ marks, lastPage }: PlacedText) => (marks.length === 0 ? { lastPage } : {})

/** A part of a placed text, without blanks at its ends. */
export function partOf(whole: PlacedText, from: number, to: number): PlacedText {
  const part = whole.text.slice(from, to)
  const start = from + part.length - part.trimStart().length
  const later = whole.marks.filter(({ at }) => at > start && at < to).map((mark) => ({ ...mark, at: mark.at - start }))
  return { ...withPlaces(part.trim(), [{ at: 0, ...placeAt(whole, start) }, ...later]), ...lastPageOf(whole) }
}

/** Joins placed texts as paragraphs. */
export function joined(texts: readonly PlacedText[]): PlacedText {
  let start = 0
  const places = texts.flatMap((one) => {
    const own = placesOf(one).map((mark) => ({ ...mark, at: mark.at + start }))
    start += one.text.length + between.length
    return own
  })
  const placed = withPlaces(texts.map(({ text }) => text).join(between), places)
  const last = texts.at(-1)
  const lastPage = last?.lastPage ?? last?.page ?? null
  return { ...placed, lastPage: lastPage === placed.page ? null : lastPage }
}

const between = '\n\n'

/** The columns of a placed text. */
export const placeColumns = ({ text, headings, page, lastPage, second, line, marks }: PlacedText) => ({
  text,
  headings,
  page,
  last_page: lastPage,
  second,
  line,
  marks: JSON.stringify(marks),
})
