import { matter } from 'vfile-matter'
import { z } from 'zod'
import type { ArticleFile } from './folder-service.ts'
import { categories } from './rules.ts'

const text = (most: number) =>
  z
    .string('must be text')
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must not be longer than ${most} characters`)
    .refine((value) => !/[\p{Cc}<>]/u.test(value), 'must not have <, > or control characters')
const slug = z
  .string('must be text')
  .max(150, 'must not be longer than 150 characters')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters and digits with single hyphens between')
  .refine((value) => value !== 'en' && value !== 'pt', 'must not be the name of a language')
const day = z.iso.date('must be a day like 2025-07-22')
const moment = z.iso.datetime({ offset: true, error: 'must be a time like 2025-07-22T09:00:00-03:00' })

/** The front matter of an article. A field that is not in here is a mistake in its name. */
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
    .min(1, 'must have one at least')
    .max(20, 'must not be more than 20')
    .refine((words) => new Set(words).size === words.length, 'must not repeat one'),
  publishedTime: moment,
  modifiedTime: moment,
  pair: slug.optional(),
})
export type FrontMatter = z.infer<typeof frontMatter>

/** An article's file taken apart, or what is wrong with it: `<field>: <what>`. */
export type Read = { fields: FrontMatter; body: string } | { problems: string[] }

/** Reads a file's front matter and checks every field of it. */
export function readMatter({ source }: ArticleFile): Read {
  // what vfile-matter needs of a vfile
  const file = { value: source, data: {} as { matter?: unknown }, toString: () => source }
  try {
    matter(file as unknown as Parameters<typeof matter>[0], { strip: true })
  } catch (error) {
    return {
      problems: [`front matter: ${error instanceof Error ? error.message.split('\n')[0]?.replace(/:$/, '') : 'cannot be read'}`],
    }
  }
  if (file.data.matter === undefined || Object.keys(Object(file.data.matter)).length === 0)
    return { problems: ['front matter: is missing; the file begins with its fields between two lines of ---'] }
  const { success, data: fields, error } = frontMatter.safeParse(file.data.matter, { reportInput: true })
  return success ? { fields, body: String(file.value) } : { problems: error.issues.flatMap(described) }
}

function described(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${key}: there is no such field`)
  const [field = 'front matter', ...inside] = issue.path
  return [`${String(field)}${inside.length > 0 ? ` (${inside.join('.')})` : ''}: ${saying(issue)}`]
}

const saying = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'is missing' : issue.message
