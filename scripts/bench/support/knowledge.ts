import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { z } from 'zod'

const question = z.object({
  question: z.string(),
  page: z.number().nullable(),
  /** Consecutive words of the passage that answers; null if the document does not. */
  quote: z.string().nullable(),
})
export type Question = z.infer<typeof question>

interface Place {
  text: string
  headings: string[]
  page: number | null
  lastPage: number | null
}

/** Questions by the name of their document. `STUDIO_QUESTIONS` is the folder of a fresh exam. */
export const questionsFolder = process.env.STUDIO_QUESTIONS ?? join(import.meta.dirname, '../knowledge')
/** Texts of our own, written for the exam. */
const ownDocuments = join(import.meta.dirname, '../knowledge/documents')
/** Debian’s come from its packages (docs/knowledge.md). */
const folders = [ownDocuments, ...(process.env.STUDIO_DOCUMENTS ? [process.env.STUDIO_DOCUMENTS] : [])]

/** Returns the path of a document by the name of its questions; undefined if the machine lacks it. */
export const documentOf = (name: string): string | undefined =>
  folders.flatMap((folder) => readdirSync(folder).flatMap((file) => (file.startsWith(`${name}.`) ? join(folder, file) : [])))[0]

/** Whether a document is of our own, whose subject no other has. */
export const isOwn = (name: string) => documentOf(name)?.startsWith(ownDocuments) ?? false

export const questionsIn = (folder: string): [string, Question[]][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [basename(name, '.json'), z.array(question).parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))])

const plainOf = (text: string) => ` ${plainWords(text).join(' ')} `

/** Whether a passage has the quoted words; where none has them in one piece, whether it is on the page. */
export function isRight(passages: readonly Place[], { quote, page }: Question): (passage: Place) => boolean {
  const words = quote === null ? null : plainOf(quote)
  if (words === null) return () => false
  const has = ({ text, headings }: Place) => plainOf(text).includes(words) || plainOf(headings.join(' ')).includes(words)
  if (passages.some(has)) return has
  return (passage) => page !== null && passage.page !== null && passage.page <= page && page <= (passage.lastPage ?? passage.page)
}
