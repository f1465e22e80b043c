import { createHash } from 'node:crypto'
import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { printed } from '@duo/platform/server/files/file-faults.ts'
import {
  changesAnything,
  comparePlan,
  isExact,
  type Seeded,
  type SeedMode,
  type SeedOptions,
  seedInTransaction,
} from '@duo/platform/server/files/seed-plan.ts'
import { plainWords, searchWords } from '@duo/platform/shared/text/search-words.ts'
import type { Transaction } from 'kysely'
import type { HouseRules } from '../../rules.ts'
import { type FrontMatter, readMatter } from './front-matter.ts'
import { renderMarkdown } from './markdown.ts'
import { type ArticleFile, fingerprint, readArticles } from './read-articles.ts'
import * as queries from './seed-queries.ts'
import { type Draft, faultsBetween, faultsOf, type Member } from './validate-articles.ts'

/**
 * Brings the articles of a folder (`en/<slug>.md`, `pt/<slug>.md`) into the database, all or nothing; running it again changes nothing.
 * `house` are the rules of the articles that come with Duo; null for an operator's own, which a start of the server then leaves alone.
 */
export async function seedArticles(db: Db, folder: string, house: HouseRules | null, options?: SeedOptions): Promise<Seeded> {
  const files = await readArticles(folder)
  if (files.length === 0)
    return { ok: false, problems: [`there is no article in ${folder}: it needs en/<slug>.md or pt/<slug>.md`] }
  return seedFiles(db, files, house, options)
}

/** The same, of files that have been read. */
export async function seedFiles(
  db: Db,
  files: readonly ArticleFile[],
  house: HouseRules | null,
  { mode = 'replace', accept }: SeedOptions = {},
): Promise<Seeded> {
  const drafts = await Promise.all(files.map(draftOf))
  const rows = drafts.flatMap((draft) => (draft.matter.complete ? [rowOf(draft, draft.matter.complete)] : []))
  const byName = new Map(rows.map((row) => [nameOf(row), row]))
  const rowsOf = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? [])
  const seed = async (tx: Transaction<Database>) => {
    const { house: before } = await queries.lockEdition(tx)
    const stored = new Map((await queries.stored(tx)).map((row) => [nameOf(row), row]))
    const problems = problemsOf(drafts, house, stored, mode)
    if (problems.length > 0) return { problems }
    const hashes = (of: Iterable<[string, { hash: string }]>) => new Map([...of].map(([name, { hash }]) => [name, hash]))
    const { lacking, ...compared } = comparePlan(hashes(byName), hashes(stored), mode)
    const [removed, kept] = mode === 'replace' ? [lacking, []] : [[], lacking]
    const plan = { ...compared, hidden: [], removed, kept }
    // a changed article is written again as a whole, so that two of them may swap their ids
    await queries.deleteArticles(
      tx,
      [...removed, ...plan.changed].flatMap((name) => stored.get(name) ?? []),
    )
    await queries.insertArticles(tx, rowsOf([...plan.added, ...plan.changed]))
    const changed = changesAnything(plan)
    const exact = isExact(plan)
    if (changed) await queries.recount(tx)
    const after = changed || exact ? house !== null && exact : before
    if (changed || exact) await queries.saveEdition(tx, { changed, fingerprint: exact ? fingerprint(files) : null, house: after })
    return { ...plan, followsHouse: { before, after } }
  }
  return seedInTransaction(db, seed, accept)
}

const nameOf = ({ language, slug }: { language: string; slug: string }) => `${language}/${slug}`

async function draftOf(file: ArticleFile): Promise<Draft> {
  const matter = readMatter(file)
  return { file, matter, rendered: await renderMarkdown(matter.body, matter.fields.title ?? '', file.language) }
}

/** Returns all faults of all files, in the files' order. */
function problemsOf(
  drafts: readonly Draft[],
  house: HouseRules | null,
  stored: ReadonlyMap<string, queries.StoredArticle>,
  mode: SeedMode,
): string[] {
  // with `add` the folder's version of a stored article is not used, so nothing may lean on it
  const used = mode === 'add' ? drafts.filter(({ file }) => !stored.has(nameOf({ ...file, slug: file.stem }))) : drafts
  const names = new Set(used.map(({ file }) => nameOf({ ...file, slug: file.stem })))
  const staying =
    mode === 'replace' ? [] : [...stored].flatMap(([name, row]) => (names.has(name) ? [] : [memberOfRow(name, row)]))
  const between = faultsBetween(used, staying)
  return drafts.flatMap((draft) => printed(draft.file.name, [...faultsOf(draft, house), ...(between.get(draft) ?? [])]))
}

const memberOfRow = (name: string, { pair_slug, ...row }: queries.StoredArticle): Member => ({
  ...row,
  name: `${name} in the database`,
  pair: pair_slug,
})

/** An article as its row. */
function rowOf({ file: { language }, rendered }: Draft, fields: FrontMatter): queries.ArticleRow {
  const { id, slug, pair, title, excerpt, author, date, readTime, category, image, figure, keywords } = fields
  const head = [excerpt, ...keywords, ...rendered.headings.map(({ text }) => text)].join('\n')
  const words = (text: string) => searchWords(text, language).join(' ')
  const row = {
    language,
    id,
    slug,
    lone: pair === undefined,
    pair_slug: pair ?? null,
    title,
    excerpt,
    author,
    date,
    read_time: readTime,
    category,
    image,
    figure,
    keywords,
    published_time: fields.publishedTime,
    modified_time: fields.modifiedTime,
    html: rendered.html,
    headings: JSON.stringify(rendered.headings),
    words: rendered.words,
    searched: {
      title: words(title),
      head: words(head),
      body: words(rendered.text),
      plain: plainWords(`${title}\n${head}`).join(' '),
    },
  }
  return { ...row, hash: createHash('sha256').update(JSON.stringify(row)).digest('base64url') }
}
