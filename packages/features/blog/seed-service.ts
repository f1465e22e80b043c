import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { plainWords, searchWords } from '@duo/platform/shared/search-words.ts'
import { type Draft, faultsBetween, faultsOf } from './collection-service.ts'
import { type ArticleFile, fingerprint, readArticles } from './folder-service.ts'
import { renderMarkdown } from './markdown-service.ts'
import { readMatter } from './matter-service.ts'
import type { HouseRules } from './rules.ts'
import * as queries from './seed-queries.ts'

/** What came of seeding: the articles by name, or what is wrong with which file and field, and then nothing has changed. */
export type Seeded =
  | { ok: true; added: string[]; changed: string[]; unchanged: string[]; removed: string[] }
  | { ok: false; problems: string[] }

/**
 * Makes the articles those of a folder (`en/<slug>.md`, `pt/<slug>.md`), all or nothing; running it again changes nothing. `house` are
 * the rules of the articles that come with Duo; null for an operator's own, which a start of the server then leaves alone.
 */
export async function seedArticles(db: Db, folder: string, house: HouseRules | null): Promise<Seeded> {
  return seedFiles(
    db,
    await readArticles(folder),
    house,
    `there is no article in ${folder}: it needs en/<slug>.md or pt/<slug>.md`,
  )
}

export async function seedFiles(db: Db, files: readonly ArticleFile[], house: HouseRules | null, none: string): Promise<Seeded> {
  if (files.length === 0) return { ok: false, problems: [none] }
  const { drafts, problems } = await readDrafts(files, house)
  if (problems.length > 0) return { ok: false, problems }
  const rows = drafts.map(rowOf)
  return inTransaction(db, async (tx) => {
    await queries.lockEdition(tx)
    const before = new Map((await queries.stored(tx)).map((row) => [nameOf(row), row]))
    const names = new Set(rows.map(nameOf))
    const fresh = rows.filter((row) => !before.has(nameOf(row)))
    const changed = rows.filter((row) => before.has(nameOf(row)) && before.get(nameOf(row))?.hash !== row.hash)
    const removed = [...before.values()].filter((row) => !names.has(nameOf(row)))
    // a changed article is written anew, so that two of them may swap their ids
    await queries.deleteArticles(tx, [...removed, ...changed])
    await queries.insertArticles(tx, [...fresh, ...changed])
    const anything = fresh.length + changed.length + removed.length > 0
    if (anything) await queries.recount(tx)
    await queries.saveEdition(tx, { changed: anything, fingerprint: fingerprint(files), house: house !== null })
    const unchanged = rows.filter((row) => !fresh.includes(row) && !changed.includes(row))
    return {
      ok: true,
      added: fresh.map(nameOf),
      changed: changed.map(nameOf),
      unchanged: unchanged.map(nameOf),
      removed: removed.map(nameOf),
    }
  })
}

const nameOf = ({ language, slug }: { language: string; slug: string }) => `${language}/${slug}`

async function readDrafts(files: readonly ArticleFile[], house: HouseRules | null) {
  const drafts: Draft[] = []
  const problems: string[] = []
  for (const file of files) {
    const read = readMatter(file)
    if ('problems' in read) {
      problems.push(...read.problems.map((problem) => `${file.name}: ${problem}`))
      continue
    }
    const draft = { file, fields: read.fields, rendered: await renderMarkdown(read.body, read.fields.title, file.language) }
    drafts.push(draft)
    problems.push(...faultsOf(draft, house).map((fault) => `${file.name}: ${fault}`))
  }
  // with a file missing, what is between them would be full of faults that are none
  return { drafts, problems: problems.length > 0 ? problems : faultsBetween(drafts) }
}

/** An article as its row. */
function rowOf({ file: { language }, fields, rendered }: Draft): queries.ArticleRow {
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
