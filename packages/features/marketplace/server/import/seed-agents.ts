import { createHash } from 'node:crypto'
import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { lockContentVersion, saveContentVersion } from '@duo/platform/server/files/content-version.ts'
import {
  comparePlan,
  type SeedMode,
  type SeedOptions,
  type SeedResult,
  seedInTransaction,
} from '@duo/platform/server/files/seed-plan.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { plainWords, searchWords } from '@duo/platform/shared/text/search-words.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type BundledAgentRules, bundledAgentRules } from '../../rules.ts'
import { fingerprint, type Persona, type PersonaFile, readPersona, readPersonas } from './read-personas.ts'
import * as queries from './seed-queries.ts'

/** Seeds the agents of a folder (`<slug>.json`) atomically; idempotent. `rules` is null for an operator's own agents. */
export async function seedAgents(
  db: Db,
  folder: string,
  rules: BundledAgentRules | null,
  options?: SeedOptions,
): Promise<SeedResult> {
  const files = await readPersonas(folder)
  if (files.length === 0) return { ok: false, problems: [`there is no agent in ${folder}: it needs <slug>.json`] }
  return seedPersonas(db, files, rules, options)
}

/** Seeds the bundled agents if they changed, unless an operator seeded others. Returns null if there is nothing to do. */
export async function seedBundledAgents(db: Db, folder: string): Promise<SeedResult | null> {
  const files = await readPersonas(folder)
  const current = await queries.contentVersion(db)
  if (files.length === 0 || !current.bundled || current.fingerprint === fingerprint(files)) return null
  return seedPersonas(db, files, bundledAgentRules)
}

async function seedPersonas(
  db: Db,
  files: readonly PersonaFile[],
  rules: BundledAgentRules | null,
  { mode = 'replace', accept }: SeedOptions = {},
): Promise<SeedResult> {
  const results = files.map((file) => readPersona(file, rules))
  const problems = results.flatMap((one) => ('problems' in one ? one.problems : []))
  if (problems.length > 0) return { ok: false, problems }
  const personas = results.filter((one): one is Persona => !('problems' in one))
  const seed = async (tx: Transaction<Database>) => {
    const { bundled: before } = await lockContentVersion(tx, 'marketplace_content_version')
    const plan = await compareAndWrite(tx, personas, mode)
    const outcome = { before, fingerprint: fingerprint(files), isBundled: rules !== null }
    return saveContentVersion(tx, 'marketplace_content_version', plan, outcome)
  }
  return seedInTransaction(db, seed, accept)
}

async function compareAndWrite(tx: Transaction<Database>, personas: readonly Persona[], mode: SeedMode) {
  const existing = await queries.listExistingAgents(tx)
  const idOf = new Map(existing.map(({ slug, id }) => [slug, id]))
  const hashes = new Map(personas.map((persona) => [persona.slug, hashOf(persona)]))
  // hidden agents never match a file's hash, so seeding shows them again
  const before = new Map(existing.map(({ slug, hash, hiddenAt }) => [slug, hiddenAt === null ? hash : null]))
  const { missing, ...compared } = comparePlan(hashes, before, mode)
  const changedSlugs = new Set([...compared.added, ...compared.changed])
  for (const [position, persona] of personas.entries())
    if (changedSlugs.has(persona.slug))
      await savePersona(tx, idOf.get(persona.slug) ?? uuidv7(), persona, hashes.get(persona.slug) ?? '', position)
  const visibleSlugs = missing.filter((slug) => before.get(slug) !== null)
  const gone: Record<'hidden' | 'removed', string[]> = { hidden: [], removed: [] }
  const plan = { ...compared, ...gone, kept: mode === 'replace' ? [] : visibleSlugs }
  if (mode === 'replace') for (const slug of visibleSlugs) plan[await queries.removeAgent(tx, idOf.get(slug) ?? '')].push(slug)
  return plan
}

const hashOf = (persona: Persona) => createHash('sha256').update(JSON.stringify(persona)).digest('base64url')

async function savePersona(tx: Transaction<Database>, id: string, persona: Persona, hash: string, place: number): Promise<void> {
  const { slug, name, also = [], category, colors } = persona
  await queries.saveAgent(tx, { id, slug, name, category, colors, hash }, place)
  for (const language of locales) {
    const { description, keywords = [], voiceDescription, promptSeed, starters, voice, lines, figure, notes } = persona[language]
    const text = {
      agent_id: id,
      language,
      lived: persona.lived[language],
      description,
      // other names are searched, but shown nowhere
      keywords: [...also, ...keywords],
      voice_description: voiceDescription,
      prompt_seed: promptSeed,
      starters,
      voice,
      lines,
      figure: figure ?? '',
      vocabulary: vocabularyOf(persona, language),
    }
    await queries.saveTexts(
      tx,
      text,
      notes.map((note, at) => ({
        ...note,
        questions: note.questions ?? [],
        facts: note.facts ?? [],
        place: at,
        searchText: toSearchText(note, language),
      })),
    )
  }
}

type Note = Persona[Locale]['notes'][number]

function toSearchText({ title, terms, questions = [], text }: Note, language: Locale) {
  const words = (of: string) => searchWords(of, language).join(' ')
  return { title: words(title), terms: words(terms.join(' ')), questions: words(questions.join(' ')), text: words(text) }
}

const maxWords = 5_000

function vocabularyOf(persona: Persona, language: Locale): string[] {
  const { notes } = persona[language]
  const titleWords = notes.flatMap(({ title, terms, questions = [] }) => plainWords([title, ...terms, ...questions].join(' ')))
  const textWords = notes.flatMap(({ text }) => plainWords(text))
  return [...new Set([...titleWords, ...textWords])].filter((word) => word.length > 3).slice(0, maxWords)
}
