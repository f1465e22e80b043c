import { execFileSync } from 'node:child_process'
import { freezeEmbedded } from '@duo/db/test-server/freeze.ts'
import { findEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { chromiumOptions } from '@duo/platform/testing/servers/chromium.ts'
import { type Browser, chromium, type Page } from '@playwright/test'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copySources, type DevelopmentServer, repeat, type SourceCopy, startDevelopment, until } from './testing.ts'

const isWhole = process.env.TEST_SCOPE === 'all'
// of each kind; `npm run check` runs beside them, in a loop in the whole suite, except when measuring the machine
const edits = Number(process.env.DEV_EDITS ?? (isWhole ? 30 : 3))
const besideCheck = process.env.DEV_ALONE !== 'yes'
const minutes = 60_000

let copy: SourceCopy
let server: DevelopmentServer
let check: ReturnType<typeof repeat> | undefined
let browser: Browser
let page: Page

beforeAll(async () => {
  copy = copySources()
  server = await startDevelopment(copy)
  browser = await chromium.launch(chromiumOptions)
  page = await browser.newPage()
  await open()
  if (besideCheck) check = repeat(copy, 'scripts/checks/check.ts', isWhole ? Number.POSITIVE_INFINITY : 1)
}, 5 * minutes)

afterAll(async () => {
  await check?.stop()
  await browser?.close()
  await server?.close()
  copy?.remove()
}, minutes)

// show the development server's output on a failure
beforeEach(({ onTestFailed }) => onTestFailed(() => console.log(server.output().slice(-4_000))))

/** Opens a page of the app with its scripts and its connection to Vite. */
async function open() {
  await page.goto(`${server.url}/auth/recover`, { timeout: minutes })
  await page.waitForFunction(
    () => {
      const form = document.querySelector('main form')
      return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
    },
    undefined,
    { timeout: minutes },
  )
}

const text = async (path: string) => (await fetch(server.url + path)).text()
// a busy machine may shed a single request
const isServing = () => until(async () => (await fetch(`${server.url}/ready`)).ok, 'the server to be ready')

/** Makes every edit, waits until each shows, and prints the times. */
async function each(kind: string, edit: (i: number) => void, shows: (i: number) => Promise<unknown>) {
  const times: number[] = []
  for (let i = 1; i <= edits; i++) {
    const started = performance.now()
    edit(i)
    await until(() => shows(i), `edit ${i} of a ${kind}`)
    times.push(Math.round(performance.now() - started))
    // a developer looks before the next edit
    await new Promise((done) => setTimeout(done, 200))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]
  console.log(`${kind}: ${edits} edits shown after ${at(0.5)} ms (median), ${at(1)} ms (slowest)`)
  expect(server.isRunning()).toBe(true)
  await isServing()
}

const isShown = (i: number) => page.evaluate((i) => document.querySelector(`[data-edit="${i}"]`) !== null, i)
const how = (i: number) => (i % 3 === 0 ? ('by renaming' as const) : ('in place' as const))

describe('with the development server running', { timeout: 60 * minutes }, () => {
  test('an edited component shows in the open page, which keeps typed text', async () => {
    const file = 'packages/features/auth/ui/fields/form-message.tsx'
    const source = copy.read(file)
    await page.fill('main form input[name=email]', 'half an addr')
    await each(
      'component',
      (i) => copy.save(file, source.replace('<div role={tone', `<div data-edit="${i}" role={tone`), how(i)),
      isShown,
    )
    expect(await page.inputValue('main form input[name=email]')).toBe('half an addr')
  })

  test('an edited component of a document shows in the open page', async () => {
    const file = 'packages/features/blog/ui/index/article-filters.tsx'
    const source = copy.read(file)
    // the page misses edits made before it is connected, and shows them with the next one
    let isListening = false
    page.on('framenavigated', () => (isListening = false))
    page.on('websocket', (socket) => socket.once('framereceived', () => (isListening = true)))
    await page.goto(`${server.url}/blog`)
    await until(() => isListening)
    await each(
      'part of a document',
      (i) => copy.save(file, source.replace('<div className="grid', `<div data-edit="${i}" className="grid`), how(i)),
      async (i) => isListening && (await isShown(i)),
    )
    await open()
  })

  test('an edited text shows in the open page and in the next one, in its language', async () => {
    const file = 'packages/features/blog/messages/pt.json'
    const source = JSON.parse(copy.read(file)) as object
    await page.goto(`${server.url}/pt/blog`)
    await each(
      'text',
      (i) => copy.save(file, `${JSON.stringify({ ...source, blog_kicker: `Texto ${i}` }, null, 2)}\n`, how(i)),
      (i) => page.evaluate((i) => document.body.innerText.includes(`Texto ${i}`), i),
    )
    expect(await text('/pt/blog')).toContain(`Texto ${edits}`)
    expect(await text('/blog')).not.toContain('Texto')
    await open()
  })

  test('a message file with an error is reported, and the last valid texts stay until the fix', async () => {
    const file = 'packages/features/blog/messages/en.json'
    const source = copy.read(file)
    const { blog_text } = JSON.parse(source) as { blog_text: string }
    copy.save(file, source.replace('{', '{ oops'))
    await until(() => server.output().includes('blog/messages/en.json is not valid JSON'))
    expect(await text('/blog')).toContain(blog_text)
    copy.save(file, source.replace(blog_text, 'Mended.'))
    await until(async () => (await text('/blog')).includes('Mended.'))
    copy.save(file, source)
    await isServing()
  })

  test('an edited server file serves the next request', async () => {
    const file = 'packages/features/site/server/sitemap.ts'
    const source = copy.read(file)
    await each(
      'server file',
      (i) => copy.save(file, source.replace(/User-agent: \*/, `# edit ${i}.\\nUser-agent: *`), how(i)),
      async (i) => (await text('/robots.txt')).includes(`# edit ${i}.`),
    )
  })

  test('an edited schema validates with its new rules', async () => {
    const file = 'packages/features/blog/schema.ts'
    const source = copy.read(file)
    const wrong = `/api/trpc/blog.articles?input=${encodeURIComponent('{"language":"en","category":"none"}')}`
    const word = (i: number) => `invalid_${'x'.repeat(i)}`
    await each(
      'schema',
      (i) => copy.save(file, source.replace("'invalid_category'", `'${word(i)}'`), how(i)),
      async (i) => (await text(wrong)).includes(`"${word(i)}"`),
    )
  })

  test('a server file with an error leaves the last working version running until the fix', async () => {
    const file = 'packages/features/site/server/sitemap.ts'
    const source = copy.read(file)
    copy.save(file, `${source}\nconst = 1`)
    await until(() => server.output().includes('The last working version keeps running'))
    await isServing()
    copy.save(file, source.replace(/User-agent: \*/, `# mended\\nUser-agent: *`))
    await until(async () => (await text('/robots.txt')).includes('# mended'))
  })
})

test('an edit during a database outage shows after the outage', { timeout: 5 * minutes }, async () => {
  const file = 'packages/features/site/server/sitemap.ts'
  const times = () => server.output().split('The last working version keeps running').length
  const before = times()
  const thaw = await freezeEmbedded(server.dataDir)
  try {
    copy.save(file, copy.read(file).replace(/User-agent: \*/, `# seen later\\nUser-agent: *`))
    await until(() => times() > before)
  } finally {
    thaw()
  }
  await until(async () => (await text('/robots.txt')).includes('# seen later'))
})

describe('migrations', { timeout: 60 * minutes }, () => {
  const list = 'db/migrations/index.ts'
  const add = (name: string, sql: string) => {
    const index = copy.read(list)
    copy.save(`db/migrations/${name}.ts`, migration(sql, name))
    copy.save(
      list,
      `import * as ${constant(name)} from './${name}.ts'\n${index.replace(/\n}\s*$/, `\n  '${name}': ${constant(name)},\n}\n`)}`,
    )
  }
  const constant = (name: string) => `m${name.replaceAll('-', '')}`
  const migration = (columns: string, name: string) => `import { type Kysely, sql } from 'kysely'

/** Adds a table of the test. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`create table ${constant(name)} (${columns})\`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql\`drop table ${constant(name)}\`.execute(db)
}
`
  const columnsOf = async (name: string) => {
    const client = new Client({ connectionString: findEmbedded(server.dataDir) ?? '' })
    await client.connect()
    try {
      const { rows } = await client.query<{ c: string }>(
        'select column_name as c from information_schema.columns where table_name = $1',
        [constant(name)],
      )
      return rows.map(({ c }) => c).join()
    } finally {
      await client.end()
    }
  }
  const named = (i: number) => `0${900 + i}-edit`

  test('a new migration is applied', async () => {
    await each(
      'migration',
      (i) => add(named(i), 'n int'),
      async (i) => (await columnsOf(named(i))) === 'n',
    )
  })

  test('an edited applied migration is rejected with the command that rolls it back, and applied after the rollback', async () => {
    const name = named(edits)
    const file = `db/migrations/${name}.ts`
    copy.save(file, copy.read(file).replace('/** Adds a table of the test. */', '// another comment'))
    copy.save(file, copy.read(file).replace('n int', 'n int, more text'))
    await until(() => server.output().includes(`${file} changed after it was applied`))
    expect(server.output()).toContain('npm run migrate -- down undoes it')
    expect(await columnsOf(name)).toBe('n')
    await isServing()

    execFileSync(process.execPath, ['scripts/operator/database/migrate.ts', 'down', '--yes'], {
      cwd: copy.folder,
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: server.dataDir },
    })
    await until(async () => (await columnsOf(name)) === 'n,more')
    await isServing()
  })

  test('a start with an edited migration serves the reason until the edit is reverted', async () => {
    const file = `db/migrations/${named(edits)}.ts`
    const source = copy.read(file)
    copy.save(file, source.replace('more text', 'other text'))
    await until(() => server.output().split('changed after it was applied').length > 2)
    copy.save(
      'apps/server/dev/requests.ts',
      `${copy.read('apps/server/dev/requests.ts')}\n// another process is needed for this file\n`,
    )
    const refused = await until(async () => {
      const response = await fetch(server.url)
      return response.status === 503 && response.text()
    })
    expect(refused).toContain('npm run migrate -- down undoes it')
    copy.save(file, source)
    await until(async () => (await fetch(server.url)).status === 200)
  })
})

test('no edit needs another restart, even in parallel with checks', async () => {
  const codes = (await check?.stop()) ?? []
  check = undefined
  console.log(`${codes.length} checks ended during the edits`)
  // the second start is for the edited file of the development server itself
  expect(server.output().match(/Duo is at/g)).toHaveLength(2)
  await isServing()
})
