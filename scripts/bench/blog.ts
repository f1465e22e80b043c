import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@duo/db/connection/open.ts'
import { onlySettings } from '@duo/server/config/env.ts'
import { sql } from 'kysely'
import { writeArticles } from './support/blog-articles.ts'
import { startServer } from './support/server.ts'
import { median, table } from './support/table.ts'

const root = join(import.meta.dirname, '../..')
const many = 10_000
const rounds = 60

const questions: [what: string, input: object][] = [
  ['first page of the index', { language: 'en' }],
  ['search: a rare word', { language: 'en', search: 'quokka' }],
  ['search: a word of nearly every article', { language: 'en', search: 'agent' }],
]

/** Compares a server with the 27 bundled articles and one with 10,000, each with its own database. */
export async function blog(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'duo-bench-articles-'))
  const few = await startServer({ TRUST_PROXY: '1' })
  const lots = await startServer({ TRUST_PROXY: '1' })
  try {
    await writeArticles(folder, many)
    await seed(lots.dataDir, folder)
    for (const { dataDir } of [few, lots]) await withDatabase(dataDir, 'vacuum analyze')
    const rows: (string | number)[][] = []
    for (const [what, input] of questions) {
      const path = `/api/trpc/blog.articles?input=${encodeURIComponent(JSON.stringify(input))}`
      rows.push(rowOf(what, ...(await compare(few.url + path, lots.url + path))))
    }
    rows.push(rowOf('sitemap.xml, made after a change', await freshSitemap(few), await freshSitemap(lots)))
    return table([['median, ms', '27 articles', '10,000 articles', 'times (limit 2)'], ...rows])
  } finally {
    for (const { stop } of [few, lots]) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10
const rowOf = (what: string, few: number, lots: number) => [what, rounded(few), rounded(lots), rounded(lots / few)]

async function compare(few: string, lots: string): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -10; round < rounds; round++) {
    const now = [await ask(few), await ask(lots)] as const
    if (round >= 0) for (const i of [0, 1] as const) times[i].push(now[i])
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

async function freshSitemap({ url, dataDir }: { url: string; dataDir: string }): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    await withDatabase(dataDir, 'update blog_content_version set version = version + 1')
    await new Promise((done) => setTimeout(done, 1_500))
    times.push(await ask(`${url}/sitemap.xml`))
  }
  return median(times)
}

async function withDatabase(dataDir: string, statement: string) {
  const connection = await openDatabase({ databaseUrl: undefined, dataDir, applicationName: 'duo-bench' })
  await sql.raw(statement).execute(connection.db)
  await connection.close()
}

async function seed(dataDir: string, folder: string) {
  const child = spawn(process.execPath, ['scripts/operator/seed/seed.ts', 'articles', folder, '--yes'], {
    cwd: root,
    env: onlySettings({ DATA_DIR: dataDir }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`seeding ended with ${code}`)
}
