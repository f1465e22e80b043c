import type { Mark, Passage, Place } from '../document.ts'

/** A text with the places of its parts. */
export type PlacedText = Pick<Passage, 'text' | 'headings' | 'page' | 'lastPage' | 'second' | 'line' | 'marks'>

/** Joins parts, each after what divides it from the one before, to a text that is marked wherever the place changes. */
export function placedText(parts: readonly (Place & { text: string; before: string })[]): PlacedText {
  let text = ''
  const places: Mark[] = []
  for (const { before, ...part } of parts) {
    if (text !== '') text += before
    places.push({ at: text.length, ...placeOf(part) })
    text += part.text
  }
  return withPlaces(text, places)
}

/** `places` of its parts, in their order; the first one is that of the whole. */
export function withPlaces(text: string, places: readonly Mark[]): PlacedText {
  const changes = places.filter((place, index) => {
    const before = places[index - 1]
    return !before || !samePlace(before, place)
  })
  const [first = nowhere, ...marks] = changes
  const lastPage = changes.at(-1)?.page ?? null
  return { text, ...placeOf(first), lastPage: lastPage === first.page ? null : lastPage, marks }
}

/** Where a passage's text stands at a letter. */
export const placeAt = (passage: Place & { marks: readonly Mark[] }, at: number): Place =>
  placeOf(passage.marks.findLast((mark) => mark.at <= at) ?? passage)

/** All places of a passage's text, from its beginning. */
export const placesOf = (passage: Place & { marks: readonly Mark[] }): Mark[] => [
  { at: 0, ...placeOf(passage) },
  ...passage.marks,
]

const nowhere: Place = { headings: [], page: null, second: null, line: null }

const placeOf = ({ headings, page, second, line }: Place): Place => ({ headings, page, second, line })

export const samePath = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((part, at) => part === other[at])

const samePlace = (one: Place, other: Place) =>
  one.page === other.page && one.second === other.second && one.line === other.line && samePath(one.headings, other.headings)
