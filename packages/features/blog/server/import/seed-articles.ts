import { createHash } from 'node:crypto'
import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { lockContentVersion, saveContentVersion } from '@duo/platform/server/files/content-version.ts'
import { formatFaults } from '@duo/platform/server/files/file-faults.ts'
import {
  changesAnything,
  comparePlan,
  type SeedMode,
  type SeedOptions,
  type SeedResult,
  seedInTransaction,
} from '@duo/platform/server/files/seed-plan.ts'
import { plainWords, searchWords } from '@duo/platform/shared/text/search-words.ts'
import type { Transaction } from 'kysely'
import type { BundledRules } from '../../rules.ts'
import { type FrontMatter, parseFrontMatter } from './front-matter.ts'
import { renderMarkdown } from './markdown.ts'
import { type ArticleFile, fingerprint, readArticles } from './read-articles.ts'
import * as queries from './seed-queries.ts'
import { type Draft, type Member, validateArticle, validateCollection } from './validate-articles.ts'

/** Seeds a folder in one transaction; idempotent. `bundledRules` is null for an operator's own articles. */
export async function seedArticles(
  db: Db,
  folder: string,
  bundledRules: BundledRules | null,
  options?: SeedOptions,
): Promise<SeedResult> {
  const files = await readArticles(folder)
  if (files.length === 0)
    return { ok: false, problems: [`there is no article in ${folder}: it needs en/<slug>.md or pt/<slug>.md`] }
  return seedFiles(db, files, bundledRules, options)
}

export async function seedFiles(
  db: Db,
  files: readonly ArticleFile[],
  bundledRules: BundledRules | null,
  { mode = 'replace', accept }: SeedOptions = {},
): Promise<SeedResult> {
  const drafts = await Promise.all(files.map(toDraft))
  const rows = drafts.flatMap((draft) => (draft.frontMatter.complete ? [toRow(draft, draft.frontMatter.complete)] : []))
  const byName = new Map(rows.map((row) => [nameOf(row), row]))
  const rowsOf = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? [])
  const seed = async (tx: Transaction<Database>) => {
    const { bundled: before } = await lockContentVersion(tx, 'blog_content_version')
    const existing = new Map((await queries.listExistingArticles(tx)).map((row) => [nameOf(row), row]))
    const problems = listProblems(drafts, bundledRules, existing, mode)
    if (problems.length > 0) return { problems }
    const hashes = (of: Iterable<[string, { hash: string }]>) => new Map([...of].map(([name, { hash }]) => [name, hash]))
    const { missing, ...compared } = comparePlan(hashes(byName), hashes(existing), mode)
    const [removed, kept] = mode === 'replace' ? [missing, []] : [[], missing]
    const plan = { ...compared, hidden: [], removed, kept }
    // delete and insert instead of update, so that two articles can swap their ids
    await queries.deleteArticles(
      tx,
      [...removed, ...plan.changed].flatMap((name) => existing.get(name) ?? []),
    )
    await queries.insertArticles(tx, rowsOf([...plan.added, ...plan.changed]))
    if (changesAnything(plan)) await queries.updateCounts(tx)
    const outcome = { before, fingerprint: fingerprint(files), isBundled: bundledRules !== null }
    return saveContentVersion(tx, 'blog_content_version', plan, outcome)
  }
  return seedInTransaction(db, seed, accept)
}

const nameOf = ({ language, slug }: { language: string; slug: string }) => `${language}/${slug}`

async function toDraft(file: ArticleFile): Promise<Draft> {
  const frontMatter = parseFrontMatter(file)
  return { file, frontMatter, rendered: await renderMarkdown(frontMatter.body, frontMatter.fields.title ?? '', file.language) }
}

function listProblems(
  drafts: readonly Draft[],
  bundledRules: BundledRules | null,
  existing: ReadonlyMap<string, queries.ExistingArticle>,
  mode: SeedMode,
): string[] {
  // in `add` mode the stored version of an article wins, so nothing may depend on the folder's
  const newDrafts = mode === 'add' ? drafts.filter(({ file }) => !existing.has(nameOf({ ...file, slug: file.stem }))) : drafts
  const names = new Set(newDrafts.map(({ file }) => nameOf({ ...file, slug: file.stem })))
  const remaining =
    mode === 'replace' ? [] : [...existing].flatMap(([name, row]) => (names.has(name) ? [] : [rowToMember(name, row)]))
  const collectionFaults = validateCollection(newDrafts, remaining)
  return drafts.flatMap((draft) =>
    formatFaults(draft.file.name, [...validateArticle(draft, bundledRules), ...(collectionFaults.get(draft) ?? [])]),
  )
}

const rowToMember = (name: string, { pair_slug, ...row }: queries.ExistingArticle): Member => ({
  ...row,
  name: `${name} in the database`,
  pair: pair_slug,
})

function toRow({ file: { language }, rendered }: Draft, fields: FrontMatter): queries.ArticleRow {
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
    searchText: {
      title: words(title),
      head: words(head),
      body: words(rendered.text),
      plain: plainWords(`${title}\n${head}`).join(' '),
    },
  }
  return { ...row, hash: createHash('sha256').update(JSON.stringify(row)).digest('base64url') }
}
