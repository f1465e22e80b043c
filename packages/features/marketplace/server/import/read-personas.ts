import { join } from 'node:path'
import { storyKinds } from '@duo/engine/intent/story.ts'
import { fingerprintOf } from '@duo/platform/server/files/content-version.ts'
import { encodingFaults, fieldFaults, formatFaults, inLines } from '@duo/platform/server/files/file-faults.ts'
import { parseJson } from '@duo/platform/server/files/json-file.ts'
import { listFiles, readText } from '@duo/platform/server/files/text-file.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { z } from 'zod'
import { agentCategories, agentSlugPattern, type BundledAgentRules, maxAgentSlugLength } from '../../rules.ts'
import { faultsBetweenFields } from './persona-faults.ts'

/** Increment it when the same file produces different rows: the next start then seeds the agents again. */
const seedFormatVersion = 6

export interface PersonaFile {
  name: string
  source: string
}

const text = (maxLength: number) =>
  z
    .string('must be text')
    .trim()
    .refine(hasVisibleText, 'must not be empty')
    .max(maxLength, `must not be longer than ${maxLength} characters`)
    .refine(
      (value) => !/[\p{Cc}\p{Noncharacter_Code_Point}<>"]/u.test(value),
      'must not have <, >, straight double quotes or control characters',
    )
const list = <T extends z.ZodType>(of: T, minLength: number, maxLength: number) =>
  z.array(of, 'must be a list').min(minLength, `must have ${minLength} or more`).max(maxLength, `must have ${maxLength} or fewer`)

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
  farewells: list(text(240), 0, 6).optional(),
  jokes: list(text(300), 0, 6).optional(),
  praised: list(text(240), 0, 6).optional(),
  aboutMe: text(500),
})

const noteKey = z
  .string('must be text')
  .max(80, 'is too long')
  .regex(agentSlugPattern, 'must be small letters and digits with hyphens')

const fact = z.strictObject({
  text: text(300),
  asks: list(text(120), 0, 24),
  followUps: list(text(120), 0, 20).default([]),
  after: z.record(noteKey, list(text(120), 1, 12), 'must be an object').optional(),
  stories: list(z.enum(storyKinds, 'must be a kind of story'), 1, 8).optional(),
})

const note = z.strictObject({
  key: noteKey,
  title: text(80),
  text: text(900),
  terms: list(text(60), 1, 12),
  questions: list(text(120), 0, 12).optional(),
  facts: list(fact, 0, 16).optional(),
  source: text(200),
})

const side = z.strictObject({
  description: text(140),
  keywords: list(text(40), 0, 30).optional(),
  voiceDescription: text(60),
  promptSeed: text(3000),
  starters: list(text(70), 4, 4),
  voice,
  lines: list(text(240), 0, 6),
  figure: text(300).optional(),
  notes: list(note, 1, 500),
})

const colour = z.string('must be text').regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #1a2b3c')

/** Strict, because an unknown field is usually a typo. */
export const personaFields = z.strictObject(
  {
    slug: z
      .string('must be text')
      .max(maxAgentSlugLength, 'is too long')
      .regex(agentSlugPattern, 'must be small letters and hyphens'),
    name: text(80),
    also: list(text(80), 0, 20).optional(),
    lived: z.strictObject({ en: text(80), pt: text(80) }),
    category: z.enum(agentCategories, `must be one of ${agentCategories.join(', ')}`),
    colors: z.tuple([colour, colour], 'must be two colours'),
    en: side,
    pt: side,
  },
  "must be an object with the agent's fields",
)
export type Persona = z.infer<typeof personaFields>

export async function readPersonas(folder: string): Promise<PersonaFile[]> {
  const names = await listFiles(folder, '.json')
  return Promise.all(names.map(async (name) => ({ name, source: await readText(join(folder, name)) })))
}

export const fingerprint = (files: readonly PersonaFile[]) => fingerprintOf(seedFormatVersion, files)

/** Returns the persona, or all faults of the file as `<file>:<line>: <field>: <what>`. */
export function readPersona({ name, source }: PersonaFile, rules: BundledAgentRules | null): Persona | { problems: string[] } {
  const encoding = encodingFaults(source)
  const file = parseJson(source)
  // a file in another encoding is invalid JSON too, but that message would not help
  if ('faults' in file) return { problems: formatFaults(name, encoding.length > 0 ? encoding : file.faults) }
  const { success, data, error } = personaFields.safeParse(file.data, { reportInput: true })
  const faults = [
    ...(success ? [] : fieldFaults(error)),
    ...faultsBetweenFields(file.data, name.slice(0, -'.json'.length), rules),
  ]
  const problems = formatFaults(name, [...encoding, ...file.repeated, ...inLines(faults, file.lineOf, 'file')])
  return success && problems.length === 0 ? data : { problems }
}
