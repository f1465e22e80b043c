import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTree } from '../source/fixture.ts'

const root = join(import.meta.dirname, '../../..')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

interface Override {
  linter?: { rules: { style?: { noRestrictedImports?: unknown } } }
}

const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as { overrides: Override[] }
const config = JSON.stringify({ overrides: overrides.filter(({ linter }) => linter?.rules.style?.noRestrictedImports) })

/** The lines that the import rules of this repository refuse in a file at `path`, from 1. */
const refused = (path: string, lines: string[]) =>
  inTree({ 'biome.json': config, [path]: lines.join('\n') }, (cwd) => {
    const args = [biome, 'lint', '--only=style/noRestrictedImports', '--reporter=github', path]
    const { stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
    return [...stdout.matchAll(/^::error .*?line=(\d+),/gm)].map(([, line]) => Number(line))
  })

it('rejects packages and Node modules in the engine, even for types', () => {
  const lines = [
    "import { sql } from 'kysely'",
    "import type { Kysely } from 'kysely'",
    "import 'node:timers/promises'",
    "import '@trpc/server/http'",
    "const late = () => import('zod')",
  ]
  expect(refused('packages/engine/reply/a.ts', lines)).toEqual(lines.map((_, index) => index + 1))
})

it('allows files, other workspaces, tests and the fit of the engine', () => {
  const own = ["import '../plain.ts'", "import './a.ts'", "import '#reply/a.ts'", "import '@duo/platform/shared/locale.ts'"]
  expect(refused('packages/engine/reply/a.ts', own)).toEqual([])
  expect(refused('packages/engine/reply/a.test.ts', ["import 'vitest'"])).toEqual([])
  expect(refused('packages/engine/distress/fit/fit.ts', ["import 'node:fs'"])).toEqual([])
})

it('rejects SQL outside of query files', () => {
  const lines = [
    "import { sql } from 'kysely'",
    "import { type Selectable } from 'kysely'",
    "import type { Transaction } from 'kysely'",
  ]
  expect(refused('packages/features/chat/server/send-message.ts', lines)).toEqual([1, 2])
  expect(refused('packages/features/chat/server/chat-queries.ts', lines)).toEqual([])
  expect(refused('packages/features/chat/server/send.db.test.ts', lines)).toEqual([])
})
