import { type FileFault, fieldFaults, inLines, lineAt } from '@duo/platform/server/files/file-faults.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { type Document, isCollection, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { categories } from '../../rules.ts'
import type { ArticleFile } from './read-articles.ts'

const text = (maxLength: number) =>
  z
    .string('must be text')
    .trim()
    .refine(hasVisibleText, 'must not be empty')
    .max(maxLength, `must not be longer than ${maxLength} characters`)
    .refine((value) => !/[\p{Cc}\p{Noncharacter_Code_Point}<>]/u.test(value), 'must not have <, > or control characters')
const slug = z
  .string('must be text')
  .max(150, 'must not be longer than 150 characters')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters and digits with single hyphens between')
  .refine((value) => value !== 'en' && value !== 'pt', 'must not be the name of a language')
const day = z.iso.date('must be a day like 2025-07-22')
const moment = z.iso.datetime({ offset: true, error: 'must be a time like 2025-07-22T09:00:00-03:00' })

export const frontMatter = z.strictObject({
  id: z.int('must be a whole number').min(1, 'must be 1 or more').max(2_147_483_647, 'is too large'),
  title: text(200),
  excerpt: text(400),
  author: text(80),
  date: day,
  readTime: z.int('must be whole minutes').min(1, 'must be 1 or more').max(120, 'must be 120 or less'),
  category: z.enum(categories, `must be one of ${categories.join(', ')}`),
  image: z.string('must be text').regex(/^\/blog\/images\/[a-z0-9-]+$/, 'must be like /blog/images/the-english-slug'),
  figure: text(400),
  slug,
  keywords: z
    .array(text(60), 'must be a list')
    .min(1, 'must have at least one')
    .max(20, 'must not be more than 20')
    .refine((words) => new Set(words).size === words.length, 'must not have duplicates'),
  publishedTime: moment,
  modifiedTime: moment,
  pair: slug.optional(),
})
export type FrontMatter = z.infer<typeof frontMatter>

export interface ParsedFrontMatter {
  fields: Partial<FrontMatter>
  /** Null if a field is invalid. */
  complete: FrontMatter | null
  faults: FileFault[]
  body: string
  linesAbove: number
  /** Returns the line of a field, or of the front matter if the field is missing. */
  lineOf: (path: PropertyKey[]) => number
}

const missingFrontMatter = 'front matter: is missing; the file begins with its fields between two lines of ---'

export function parseFrontMatter({ source }: Pick<ArticleFile, 'source'>): ParsedFrontMatter {
  const parts = splitFrontMatter(source)
  const empty = { fields: {}, complete: null, lineOf: () => 1 }
  if (!parts) return { ...empty, body: source, linesAbove: 0, faults: [{ line: 1, what: missingFrontMatter }] }
  const { yaml, body } = parts
  const linesAbove = lineAt(source, source.length - body.length) - 1
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const lineAtOffset = (offset: number) => lines.linePos(offset).line + 1
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ message, pos }) => ({ line: lineAtOffset(pos[0]), what: `front matter: ${message}` }))
    return { ...empty, body, linesAbove, faults }
  }
  if (!isMap(document.contents) || document.contents.items.length === 0)
    return { ...empty, body, linesAbove, faults: [{ line: 1, what: missingFrontMatter }] }
  const lineOf = (path: PropertyKey[]) => {
    const offset = offsetOf(document, path)
    return offset === undefined ? 1 : lineAtOffset(offset)
  }
  const { success, data, error } = frontMatter.safeParse(document.toJS(), { reportInput: true })
  if (success) return { fields: data, complete: data, faults: [], body, linesAbove, lineOf }
  const faults = fieldFaults(error)
  const invalidFields = new Set(faults.map(({ path }) => String(path[0])))
  const validEntries = Object.entries(document.toJS() as object).filter(([field]) => !invalidFields.has(field))
  const { data: fields = {} } = frontMatter.partial().safeParse(Object.fromEntries(validEntries))
  return { fields, complete: null, faults: inLines(faults, lineOf, 'front matter'), body, linesAbove, lineOf }
}

function splitFrontMatter(source: string): { yaml: string; body: string } | null {
  const opening = /^---[ \t]*\r?\n/.exec(source)
  const rest = source.slice(opening?.[0].length)
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest)
  return opening && closing ? { yaml: rest.slice(0, closing.index), body: rest.slice(closing.index + closing[0].length) } : null
}

function offsetOf({ contents }: Document, path: PropertyKey[]): number | undefined {
  if (!isMap(contents)) return undefined
  const [field, ...inside] = path
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === field)
  const item = inside.length > 0 && isCollection(pair?.value) ? pair.value.getIn(inside, true) : undefined
  const node = isNode(item) ? item : pair?.key
  return isNode(node) ? node.range?.[0] : undefined
}
