import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@duo/db/connection/open.ts'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { onlySettings } from '@duo/server/config/env.ts'
import { sql } from 'kysely'
import { writeArticles } from './support/blog-articles.ts'
import { startServer } from './support/server.ts'
import { median, table } from './support/table.ts'

const root = join(import.meta.dirname, '../..')
const many = 10_000
const rounds = 60

const questions: [what: string, path: string][] = [
  ['first page of the index, English', call({ language: 'en' })],
  ['first page of the index, Portuguese', call({ language: 'pt' })],
  ['three more', call({ language: 'en', cursor: 6, limit: 3 })],
  ['a category', call({ language: 'pt', category: 'monetization' })],
  ['search: a rare word', call({ language: 'en', search: 'quokka acetone' })],
  ['search: a word of a tenth of the articles', call({ language: 'en', search: 'calendar' })],
  ['search: a word of nearly every article', call({ language: 'en', search: 'agent' })],
  ['search, Portuguese, accents left out', call({ language: 'pt', search: 'monetizacao' })],
  ['the index as a page, not from memory', '/blog?shown=9'],
  ['a search as a page', '/blog?q=calendar'],
  ['sitemap.xml, from memory', '/sitemap.xml'],
  ['the feed, from memory', '/blog/rss.xml'],
]

function call(input: object): string {
  return `/api/trpc/blog.articles?input=${encodeURIComponent(JSON.stringify(input))}`
}

/** Compares a server with the 27 bundled articles and one with 10,000, each with its own database. */
export async function blog(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'duo-bench-articles-'))
  const few = await serve()
  const lots = await serve()
  try {
    await writeArticles(folder, many)
    const seeded = await seed(lots.dataDir, folder)
    const again = await seed(lots.dataDir, folder)
    await withDatabase(lots.dataDir, 'vacuum analyze blog_article')
    await withDatabase(few.dataDir, 'vacuum analyze blog_article')
    const rows = []
    for (const [what, path] of questions) rows.push(row(what, ...(await compare(few.url, lots.url, path))))
    const made = [await freshly(few, '/sitemap.xml'), await freshly(lots, '/sitemap.xml')] as const
    rows.push(row('sitemap.xml, made after a change', ...made))
    rows.push(row('… one of its files of 1,000', made[0], await freshly(lots, '/sitemap-2.xml')))
    rows.push(row('… from memory', ...(await compare(few.url, lots.url, '/sitemap.xml', '/sitemap-2.xml'))))
    const head = ['median of 60, ms', '27 articles', '10,000 articles', 'times']
    return `${table([head, ...rows])}\n\nSeeding 10,000 articles of 900 words: ${seeded} s; again, nothing changed: ${again} s.`
  } finally {
    for (const { close } of [few, lots]) await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100
const row = (what: string, few: number, lots: number) => [what, rounded(few), rounded(lots), Math.round((lots / few) * 10) / 10]

async function compare(few: string, lots: string, path: string, otherPath = path): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -10; round < rounds; round++)
    for (const [i, url] of [few + path, lots + otherPath].entries()) {
      const time = await ask(url)
      if (round >= 0) times[i]?.push(time)
    }
  return [median(times[0]), median(times[1])]
}

async function ask(url: string): Promise<number> {
  const from = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 255)).join('.')}`
  const started = performance.now()
  const answer = await fetch(url, { headers: { 'x-forwarded-for': from, 'accept-encoding': 'br' } })
  const text = await answer.text()
  const time = performance.now() - started
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 200)}`)
  return time
}

async function freshly({ url, dataDir }: Server, path: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    await withDatabase(dataDir, 'update blog_content_version set version = version + 1')
    await new Promise((done) => setTimeout(done, 1_500))
    times.push(await ask(url + path))
  }
  return median(times)
}

async function withDatabase(dataDir: string, statement: string) {
  const connection = await openDatabase({ databaseUrl: undefined, dataDir, applicationName: 'duo-bench' })
  await sql.raw(statement).execute(connection.db)
  await connection.close()
}

async function seed(dataDir: string, folder: string): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, ['scripts/operator/seed/seed.ts', 'articles', folder], {
    cwd: root,
    env: onlySettings({ DATA_DIR: dataDir }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0) throw new Error(`seeding ended with ${code}`)
  return Math.round((performance.now() - started) / 1000)
}

type Server = Awaited<ReturnType<typeof serve>>

async function serve() {
  const dataDir = mkdtempSync(join(tmpdir(), 'duo-bench-'))
  const { url, stop } = await startServer(dataDir, { TRUST_PROXY: '1' })
  return {
    url,
    dataDir,
    close: async () => {
      await stop()
      await stopEmbedded({ dataDir })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
