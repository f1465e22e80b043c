import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onlySettings } from '@duo/server/config/env.ts'
import { copySources } from '@duo/server/dev/testing.ts'
import { afterAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 600_000 })

const copy = copySources()
afterAll(copy.remove)

/** Runs Node in the copy, without the settings of this test run. */
async function run(...args: string[]) {
  const env = Object.fromEntries(Object.entries(onlySettings({})).filter(([name]) => !name.startsWith('VITEST')))
  const child = spawn(process.execPath, args, { cwd: copy.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[status], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { status: status as number | null, output: stdout + stderr }
}
const create = (...args: string[]) => run('scripts/new/new.ts', ...args)
async function expectGreen(...args: string[]) {
  const { status, output } = await run(...args)
  expect(status, output).toBe(0)
}

const features = () => readdirSync(join(copy.folder, 'packages/features'))
const list = () => readFileSync(join(copy.folder, 'packages/features/features.ts'), 'utf8')

test.each([
  ['', /^Usage: npm run new/],
  ['Reading', /lower-case letters with hyphens/],
  ['reading_list', /lower-case letters with hyphens/],
  ['blog', /this feature exists/],
  ['pricing', /billing has pages at \/pricing/],
  ['chat-share', /chat has messages called chat_share_/],
  ['columns', /db\/tables\/columns.ts exists: choose another name/],
  ['api', /reserved/],
  ['utils', /says nothing/],
  ['reading-helper', /says nothing/],
  ['baseline', /a migration has this name/],
])('refuses the name “%s” and writes nothing', async (name, reason) => {
  const before = [features(), list()]
  expect(await create(name)).toMatchObject({ status: 1, output: expect.stringMatching(reason) })
  expect([features(), list()]).toEqual(before)
})

test('names the file that no longer matches the templates, and writes nothing', async () => {
  const file = 'packages/features/client.ts'
  const source = copy.read(file)
  copy.save(file, source.replace('...authRoutes', '...accountRoutes'))
  expect(await create('reading-list')).toMatchObject({
    status: 1,
    output: expect.stringContaining(`${file} no longer contains ‘  ...authRoutes’`),
  })
  copy.save(file, source)
  expect(features()).not.toContain('reading-list')
  expect(existsSync(join(copy.folder, 'db/tables/reading-list.ts'))).toBe(false)
  expect(list()).not.toContain('readingList')
})

test('refuses to edit files with uncommitted changes', async () => {
  execFileSync('git', ['init', '-q'], { cwd: copy.folder })
  expect(await create('reading-list')).toMatchObject({ status: 1, output: expect.stringMatching(/^commit your changes/) })
  rmSync(join(copy.folder, '.git'), { recursive: true })
  expect(features()).not.toContain('reading-list')
})

test('writes two features that pass the checks and their own tests', async () => {
  const { status, output } = await create('reading-list', 'Reading list', 'Lista de leitura')
  expect(status, output).toBe(0)
  const changed = /Changed\n((?: {2}.+\n)+)/.exec(output)?.[1] ?? ''
  expect(changed.trim().split(/\s+/)).toHaveLength(3)
  expect(await create('reading-list')).toMatchObject({ status: 1, output: expect.stringContaining('this feature exists') })
  expect(await create('new')).toMatchObject({ status: 0 })

  await expectGreen('packages/platform/i18n/compile.ts')
  const written = ['packages/features/reading-list', 'packages/features/new', 'db/tables', 'db/migrations']
  const edited = changed.trim().split(/\s+/)
  await Promise.all([
    expectGreen('node_modules/@biomejs/biome/bin/biome', 'check', '--diagnostic-level=warn', ...written, ...edited),
    expectGreen('node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'),
    expectGreen('scripts/checks/check-imports.ts'),
    expectGreen('scripts/checks/check-messages.ts'),
    expectGreen('node_modules/knip/bin/knip.js', '--no-progress'),
  ])
  // includes the migration on a database with rows: up, down, and up again
  const lanes = ['unit', 'database', 'component'].flatMap((lane) => ['--project', lane])
  const files = ['/reading-list/', '/new/', 'contract', 'db/migrate', 'architecture']
  await expectGreen('node_modules/vitest/vitest.mjs', 'run', ...lanes, ...files)
})
