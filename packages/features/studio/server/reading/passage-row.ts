import { indexTerms, type SearchedText } from '@duo/engine/search/document-terms.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Passage } from '@duo/reader/document.ts'
import { v7 as uuidv7 } from 'uuid'
import { placeColumns } from '../passages/changed-places.ts'
import { termsColumn } from '../search/term-queries.ts'

interface Stored {
  versionId: string
  /** Number among the passages of its version, from 0. */
  index: number
  agentNumber: number
  language: Locale
}

/** Returns the row of a passage as it was read. */
export function toPassageRow(passage: Passage, { versionId, index, agentNumber, language }: Stored) {
  const { text, headings, question = null } = passage
  return {
    id: uuidv7(),
    version_id: versionId,
    place: index * placeStep,
    ...placeColumns(passage),
    question,
    originals: [text],
    terms: termsOf({ text, headings, question }, { agentNumber, language }),
  }
}

/** Room between two passages for those that come of splitting. */
export const placeStep = 1_000

/** Headings and question are searched with the text. */
export const termsOf = (
  { text, headings, question }: SearchedText,
  { agentNumber, language }: { agentNumber: number; language: Locale },
) => termsColumn(agentNumber, indexTerms({ text, headings, question }, language))
