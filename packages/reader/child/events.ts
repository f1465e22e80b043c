import { z } from 'zod'
import type { ReaderEvent } from '../document.ts'

const count = z.int().min(0).max(100_000_000)
const place = count.nullable()
const name = z.string().max(300)
const type = z.enum(['pdf', 'docx', 'markdown', 'text', 'html', 'epub', 'subtitles', 'csv'])
const reason = z.enum(['unknown_type', 'broken', 'password', 'too_many_pages', 'too_slow', 'too_large', 'no_text', 'empty'])

const where = { headings: z.array(name).max(10), page: place, second: place, line: place }

const passage = z.strictObject({
  ...where,
  text: z.string().min(1).max(10_000),
  lastPage: place,
  marks: z.array(z.strictObject({ ...where, at: count })).max(1_000),
  question: z.string().max(1000).optional(),
})

const event = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('opened'), type, title: name.nullable(), pages: place }),
  z.strictObject({ kind: z.literal('passages'), passages: z.array(passage).max(100), pagesRead: place }),
  z.strictObject({
    kind: z.literal('done'),
    language: z.enum(['en', 'pt']).nullable(),
    emptyPages: z.array(count).max(3000),
    repeated: count,
  }),
  z.strictObject({ kind: z.literal('refused'), reason }),
])

/** Null for a line that no honest reader writes: a hostile file may have taken over the process. */
export function parseEvent(line: string): ReaderEvent | null {
  try {
    const { data } = event.safeParse(JSON.parse(line))
    return data ? definedOnly(data) : null
  } catch {
    return null
  }
}

/** `question` is absent, never undefined. */
function definedOnly(data: z.infer<typeof event>): ReaderEvent {
  if (data.kind !== 'passages') return data
  return {
    ...data,
    passages: data.passages.map(({ question, ...rest }) => (question === undefined ? rest : { ...rest, question })),
  }
}
