import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importBoundary, isServerFile } from './import-boundary.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'duo-boundary-')))
})
afterEach(() => rmSync(root, { recursive: true }))

async function bundle(files: Record<string, string>, ssr = false): Promise<string> {
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), code)
  }
  const input = join(root, 'apps/web/entry-client.tsx')
  const plugins = [importBoundary(root)]
  const made = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins,
    build: { ssr, write: false, minify: false, rolldownOptions: { input } },
  })
  return 'output' in made ? made.output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n') : ''
}

const home = '../../packages/features/waitlist'
const entry = `import { page } from '${home}/ui/routes.tsx'\nexport { page }\nconsole.log(page)`

describe('browser build', () => {
  it('fails on a server file and shows the import chain', async () => {
    const attempt = bundle({
      'apps/web/entry-client.tsx': entry,
      'packages/features/waitlist/ui/routes.tsx': `export const page = () => import('./join-form.tsx')`,
      'packages/features/waitlist/ui/join-form.tsx': `import { join } from '../server/join.ts'\nconsole.log(join)`,
      'packages/features/waitlist/server/join.ts': `import { find } from './join-queries.ts'\nexport const join = () => find`,
      'packages/features/waitlist/server/join-queries.ts': `import { randomUUID } from 'node:crypto'\nexport const find = randomUUID()`,
    })
    const way = [
      'apps/web/entry-client.tsx',
      'packages/features/waitlist/ui/routes.tsx',
      'packages/features/waitlist/ui/join-form.tsx',
      'packages/features/waitlist/server/join.ts',
    ]
    await expect(attempt).rejects.toThrow(`Server code in the browser bundle:\n  ${way.join('\n    → ')}`)
    await expect(attempt).rejects.not.toThrow('join-queries.ts')
  })

  it('fails on a server file even if tree shaking removes it', async () => {
    const attempt = bundle({
      'apps/web/entry-client.tsx': entry,
      'packages/features/waitlist/ui/routes.tsx': `import { unused } from '../server/join-queries.ts'\nexport const page = 1\nexport const never = () => unused`,
      'packages/features/waitlist/server/join-queries.ts': 'export const unused = 1',
    })
    await expect(attempt).rejects.toThrow('→ packages/features/waitlist/server/join-queries.ts')
  })

  it.each(['node:fs', 'fs'])('fails on the builtin %s', async (builtin) => {
    const attempt = bundle({
      'apps/web/entry-client.tsx': `import { readFileSync } from '${builtin}'\nconsole.log(readFileSync)`,
    })
    await expect(attempt).rejects.toThrow('apps/web/entry-client.tsx\n    → a Node builtin')
  })

  it('allows types, and files that run on both sides', async () => {
    const code = await bundle({
      'apps/web/entry-client.tsx': entry,
      'packages/features/waitlist/ui/routes.tsx': `import type { AppRouter } from '../../server.ts'\nimport { limit } from '../rules.ts'\nexport const page: AppRouter = limit`,
      'packages/features/waitlist/rules.ts': 'export const limit = 5',
      'packages/features/server.ts': 'export type AppRouter = number',
    })
    expect(code).toContain('console.log(5)')
  })
})

it('ignores the server build', async () => {
  const code = await bundle(
    { 'apps/web/entry-client.tsx': `export { one } from '../../db/index.ts'`, 'db/index.ts': 'export const one = 41 + 1' },
    true,
  )
  expect(code).toContain('one')
})

it.each([
  ['db/index.ts', true],
  ['apps/server/lifecycle/main.ts', true],
  ['packages/platform/server/mail/mail.ts', true],
  ['packages/platform/i18n/server.ts', true],
  ['packages/features/server.ts', true],
  ['packages/features/chat/server/model/model-client.ts', true],
  ['packages/features/waitlist/server/mail/templates.tsx', true],
  ['packages/features/chat/schema.ts', false],
  ['packages/features/auth/ui/auth-client.ts', false],
  ['packages/features/client.ts', false],
  ['packages/platform/i18n/browser.ts', false],
  ['apps/web/entry-client.tsx', false],
  ['node_modules/db/index.ts', false],
])('%s: server only is %s', (path, answer) => {
  expect(isServerFile(path)).toBe(answer)
})
