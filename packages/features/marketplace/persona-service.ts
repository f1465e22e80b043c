import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { agentCategories, agentSlugForm, type HouseRules, longestAgentSlug } from './rules.ts'

/** Raise it when the same file becomes other rows: a start seeds the agents again then. */
const writtenBy = 1

/** One persona as it lies in a folder. */
export interface PersonaFile {
  /** `ada-lovelace.json`, to be told to whoever wrote it. */
  name: string
  source: string
}

/** Text for people: typographic quotes, no markup. */
const text = (most: number) =>
  z
    .string('must be text')
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must not be longer than ${most} characters`)
    .refine((value) => !/[\p{Cc}<>"]/u.test(value), 'must not have <, >, straight double quotes or control characters')
const list = <T extends z.ZodType>(of: T, fewest: number, most: number) =>
  z.array(of, 'must be a list').min(fewest, `must have ${fewest} or more`).max(most, `must have ${most} or fewer`)

const voice = z.strictObject({
  greeting: list(text(240), 1, 6),
  openings: list(text(120), 1, 12),
  bridges: list(text(120), 1, 12),
  closings: list(text(160), 1, 12),
  notCovered: list(
    text(300).refine((value) => value.includes('{topic}'), 'must offer a {topic}'),
    1,
    6,
  ),
  thanks: list(text(240), 1, 6),
  aboutMe: text(500),
})

const note = z.strictObject({
  key: z.string('must be text').max(80, 'is too long').regex(agentSlugForm, 'must be small letters and digits with hyphens'),
  title: text(80),
  text: text(900),
  terms: list(text(60), 1, 12),
  source: text(200),
})

const side = z.strictObject({
  description: text(140),
  voiceDescription: text(60),
  promptSeed: text(3000),
  starters: list(text(70), 4, 4),
  voice,
  lines: list(text(240), 0, 6),
  /** What the picture shows. */
  figure: text(300).optional(),
  notes: list(note, 1, 500),
})
export type PersonaSide = z.infer<typeof side>

const colour = z.string('must be text').regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #1a2b3c')

/** A persona's file. A field that is not in here is a mistake in its name. */
export const personaFields = z.strictObject({
  slug: z.string('must be text').max(longestAgentSlug, 'is too long').regex(agentSlugForm, 'must be small letters and hyphens'),
  name: text(80),
  lived: z.strictObject({ en: text(80), pt: text(80) }),
  category: z.enum(agentCategories, `must be one of ${agentCategories.join(', ')}`),
  colors: z.tuple([colour, colour], 'must be two colours'),
  en: side,
  pt: side,
})
export type Persona = z.infer<typeof personaFields>

/** The JSON files of a folder in the order of their names. A folder that is not there holds none. */
export async function readPersonas(folder: string): Promise<PersonaFile[]> {
  const names = await readdir(folder).catch(absent)
  const files = names.filter((name) => name.endsWith('.json')).sort()
  return Promise.all(files.map(async (name) => ({ name, source: await readFile(join(folder, name), 'utf8') })))
}

function absent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** The same for the same files, written by the same code. */
export function fingerprint(files: readonly PersonaFile[]): string {
  const hash = createHash('sha256').update(String(writtenBy))
  for (const { name, source } of files) hash.update(`\0${name}\0${source}`)
  return hash.digest('base64url')
}

/** A persona out of its file, or what is wrong with it: `<file>: <field>: <what>`. */
export function readPersona({ name, source }: PersonaFile, house: HouseRules | null): Persona | { problems: string[] } {
  const about = (faults: string[]) => ({ problems: faults.map((fault) => `${name}: ${fault}`) })
  let content: unknown
  try {
    content = JSON.parse(source)
  } catch (error) {
    return about([`is no JSON: ${error instanceof Error ? error.message : ''}`])
  }
  const { success, data, error } = personaFields.safeParse(content, { reportInput: true })
  if (!success) return about(error.issues.flatMap(described))
  const faults = faultsOf(data, name.slice(0, -'.json'.length), house)
  return faults.length > 0 ? about(faults) : data
}

function described(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.map((part) => (typeof part === 'number' ? `${part + 1}` : String(part))).join('.')
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${at ? `${at}.` : ''}${key}: there is no such field`)
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return [`${at || 'file'}: ${missing ? 'is missing' : issue.message}`]
}

function faultsOf({ slug, en, pt }: Persona, stem: string, house: HouseRules | null): string[] {
  const keys = { en: en.notes.map(({ key }) => key), pt: pt.notes.map(({ key }) => key) }
  const odd = keys.en.findIndex((key, i) => key !== keys.pt[i])
  const faults: (string | false)[] = [
    slug !== stem && `slug: must be the file's name, ${stem}`,
    keys.en.length !== keys.pt.length && `pt.notes: are ${keys.pt.length}, the English ones ${keys.en.length}`,
    odd >= 0 && odd < keys.pt.length && `pt.notes.${odd + 1}.key: is ${keys.pt[odd]}, the English one ${keys.en[odd]}`,
    ...locales.map((language) => {
      const twice = repeated({ en, pt }[language].notes.map(({ title }) => title.toLowerCase()))
      return twice !== undefined && `${language}.notes: two have the title ${twice}`
    }),
    repeated(keys.en) !== undefined && `en.notes: two have the key ${repeated(keys.en)}`,
    house !== null &&
      (keys.en.length < house.fewestNotes || keys.en.length > house.mostNotes) &&
      `en.notes: are ${keys.en.length}, Duo's own agents have ${house.fewestNotes} to ${house.mostNotes}`,
  ]
  return faults.filter((fault) => fault !== false)
}

const repeated = (values: readonly string[]) => values.find((value, i) => values.indexOf(value) !== i)
