import { type Content, contentOf } from './content/content-of.ts'
import type { Passage, ReaderEvent, Refusal } from './document.ts'
import type { Opened } from './formats/format.ts'
import { maxCharacters } from './limits.ts'
import { languageGuess } from './passages/document-language.ts'
import { makePassages } from './passages/make-passages.ts'
import { duplicateFinder } from './passages/near-duplicates.ts'
import { RefusedError } from './refused-error.ts'

/** Passages are handed on in portions of about this many, so that the first arrive while the rest is read. */
const portion = 20

/** Of a title or a heading, in letters. */
const maxName = 300
const maxDepth = 10

/** Reads a file in this process; untrusted ones are read by `readInChild`. Ends with `done` or with `refused`. */
export async function* read(bytes: Uint8Array, name: string): AsyncGenerator<ReaderEvent> {
  try {
    const content = contentOf(bytes, name)
    yield* passagesOf(content, await open(content))
  } catch (error) {
    yield { kind: 'refused', reason: reasonOf(error) }
  }
}

/** The libraries throw whatever a damaged file makes them throw. */
function reasonOf(error: unknown): Refusal {
  if (error instanceof RefusedError) return error.reason
  const isTooLarge = error instanceof RangeError && /allocation failed|Invalid string length|Invalid array/i.test(error.message)
  return isTooLarge ? 'too_large' : 'broken'
}

/** A library is loaded only for its format. */
async function open(content: Content): Promise<Opened> {
  switch (content.type) {
    case 'pdf':
      return (await import('./pdf/read-pdf.ts')).readPdf(content.bytes)
    case 'docx':
      return (await import('./formats/docx.ts')).readDocx(content.bytes)
    case 'epub':
      return (await import('./formats/epub.ts')).readEpub(content.bytes)
    case 'html':
      return (await import('./formats/html.ts')).readHtml(content.text)
    case 'markdown':
      return (await import('./formats/markdown.ts')).readMarkdown(content.text)
    case 'subtitles':
      return (await import('./formats/subtitles.ts')).readSubtitles(content.text)
    case 'csv':
      return (await import('./formats/csv.ts')).readCsv(content.text)
    case 'text':
      return (await import('./formats/text.ts')).readText(content.text)
  }
}

async function* passagesOf({ type }: Content, { title, pages, parts }: Opened): AsyncGenerator<ReaderEvent> {
  yield { kind: 'opened', type, title: title?.slice(0, maxName) ?? null, pages }
  const maker = makePassages()
  const language = languageGuess()
  const isRepeated = duplicateFinder()
  const emptyPages: number[] = []
  const found = { total: 0, repeated: 0, characters: 0 }
  const ready: Passage[] = []
  let pagesRead: number | null = null
  const keep = (passages: Passage[]) => {
    for (const passage of passages) {
      found.total += 1
      found.characters += passage.text.length
      if (found.characters > maxCharacters) throw new RefusedError('too_large')
      if (isRepeated(passage)) found.repeated += 1
      else ready.push({ ...shortened(passage), marks: passage.marks.map(shortened) })
    }
  }
  for await (const part of parts) {
    pagesRead = part.pagesRead
    emptyPages.push(...(part.emptyPages ?? []))
    for (const block of part.blocks) {
      language.add(block.text)
      keep(maker.add(block))
    }
    while (ready.length >= portion) yield { kind: 'passages', passages: ready.splice(0, portion), pagesRead }
  }
  keep(maker.end())
  if (found.total === 0) throw new RefusedError(withoutText(type))
  while (ready.length > 0) yield { kind: 'passages', passages: ready.splice(0, portion), pagesRead }
  yield { kind: 'done', language: language.guess(), emptyPages, repeated: found.repeated }
}

const shortened = <Placed extends { headings: string[] }>(placed: Placed): Placed => ({
  ...placed,
  headings: placed.headings.slice(0, maxDepth).map((heading) => heading.slice(0, maxName)),
})

/** A text without words is empty; a document without words has pictures. */
const withoutText = (type: Content['type']) =>
  type === 'text' || type === 'markdown' || type === 'csv' || type === 'subtitles' ? 'empty' : 'no_text'
