import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { plainWords, searchWords } from '@duo/platform/shared/search-words.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { fingerprint, type Persona, type PersonaFile, readPersona, readPersonas } from './persona-service.ts'
import { type HouseRules, houseAgents } from './rules.ts'
import * as queries from './seed-queries.ts'

/** What came of seeding: the agents by slug, or what is wrong with which file and field, and then nothing has changed. */
export type SeededAgents =
  | { ok: true; added: string[]; changed: string[]; unchanged: string[]; removed: string[]; hidden: string[] }
  | { ok: false; problems: string[] }

/**
 * Makes the agents those of a folder (`<slug>.json`), all or nothing; running it again changes nothing. Agents who are no longer in the
 * folder are deleted, or hidden where there are conversations with them. `house` are the rules of the agents that come with Duo; null
 * for an operator's own, which a start of the server then leaves alone.
 */
export async function seedAgents(db: Db, folder: string, house: HouseRules | null): Promise<SeededAgents> {
  return seedPersonas(db, await readPersonas(folder), house, `there is no agent in ${folder}: it needs <slug>.json`)
}

/** Seeds the agents that come with Duo when they are not those of the last time; null when there is nothing to do. */
export async function seedHouseAgents(db: Db, folder: string): Promise<SeededAgents | null> {
  const files = await readPersonas(folder)
  const last = await queries.edition(db)
  if (files.length === 0 || !last.house || last.fingerprint === fingerprint(files)) return null
  return seedPersonas(db, files, houseAgents, '')
}

async function seedPersonas(
  db: Db,
  files: readonly PersonaFile[],
  house: HouseRules | null,
  none: string,
): Promise<SeededAgents> {
  if (files.length === 0) return { ok: false, problems: [none] }
  const read = files.map((file) => readPersona(file, house))
  const problems = read.flatMap((one) => ('problems' in one ? one.problems : []))
  if (problems.length > 0) return { ok: false, problems }
  const personas = read.filter((one): one is Persona => !('problems' in one))
  return inTransaction(db, async (tx) => {
    await queries.lockEdition(tx)
    const seeded = await compareAndWrite(tx, personas)
    const { added, changed, removed, hidden } = seeded
    const anything = added.length + changed.length + removed.length + hidden.length > 0
    await queries.saveEdition(tx, { changed: anything, fingerprint: fingerprint(files), house: house !== null })
    return { ok: true, ...seeded }
  })
}

async function compareAndWrite(tx: Transaction<Database>, personas: readonly Persona[]) {
  const seeded = { added: [], changed: [], unchanged: [], removed: [], hidden: [] } as Record<
    'added' | 'changed' | 'unchanged' | 'removed' | 'hidden',
    string[]
  >
  const before = new Map((await queries.stored(tx)).map((row) => [row.slug, row]))
  for (const [place, persona] of personas.entries()) {
    const there = before.get(persona.slug)
    const hash = createHash('sha256').update(JSON.stringify(persona)).digest('base64url')
    const same = there?.hash === hash && there.hiddenAt === null
    if (!same) await write(tx, there?.id ?? uuidv7(), persona, hash, place)
    seeded[there ? (same ? 'unchanged' : 'changed') : 'added'].push(persona.slug)
  }
  const slugs = new Set(personas.map(({ slug }) => slug))
  for (const { id, slug, hiddenAt } of before.values())
    if (!slugs.has(slug) && hiddenAt === null) seeded[await queries.removeAgent(tx, id)].push(slug)
  return seeded
}

async function write(tx: Transaction<Database>, id: string, persona: Persona, hash: string, place: number): Promise<void> {
  const { slug, name, category, colors } = persona
  await queries.saveAgent(tx, { id, slug, name, category, colors, hash }, place)
  for (const language of locales) {
    const { description, voiceDescription, promptSeed, starters, voice, lines, figure, notes } = persona[language]
    const text = {
      agent_id: id,
      language,
      lived: persona.lived[language],
      description,
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
      notes.map((note, at) => ({ ...note, place: at, searched: searchedOf(note, language) })),
    )
  }
}

type Note = Persona[Locale]['notes'][number]

function searchedOf({ title, terms, text }: Note, language: Locale) {
  const words = (of: string) => searchWords(of, language).join(' ')
  return { title: words(title), terms: words(terms.join(' ')), text: words(text) }
}

/** Words that a misspelt one may have been meant to be, those of titles and terms first. */
const mostWords = 5_000

function vocabularyOf(persona: Persona, language: Locale): string[] {
  const { notes } = persona[language]
  const named = notes.flatMap(({ title, terms }) => plainWords([title, ...terms].join(' ')))
  const told = notes.flatMap(({ text }) => plainWords(text))
  return [...new Set([...named, ...told])].filter((word) => word.length > 3).slice(0, mostWords)
}
