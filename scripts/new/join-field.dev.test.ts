import { spawnSync } from 'node:child_process'
import { copySources } from '@duo/server/dev/testing.ts'
import { afterAll, expect, test } from 'vitest'

const copy = copySources()
afterAll(copy.remove)

function addLine(path: string, line: string, before: string) {
  const text = copy.read(path)
  expect(text).toContain(before)
  copy.save(path, text.replace(before, `${line}\n${before}`))
}

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: copy.folder, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout

/** What stores a join or sends one, with all that it imports. */
const include = [
  'packages/features/waitlist',
  'packages/features/membership/ui/join',
  'apps/server/pages/no-script-forms.ts',
  'db',
]

/** The files that do not compile, without tests. */
function brokenFiles(): string[] {
  copy.save('tsconfig.join.json', JSON.stringify({ extends: './tsconfig.json', include }))
  const output = run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '-p', 'tsconfig.join.json')
  const paths = [...output.matchAll(/^(\S+)\(\d+,\d+\): error TS/gm)].map(([, path = '']) => path)
  return [...new Set(paths)].filter((path) => !/\.(?:test|spec)\.tsx?$/.test(path)).sort()
}

test('the compiler names each place of a new field of the join, and CONTRIBUTING lists them', { timeout: 600_000 }, () => {
  run('packages/platform/i18n/compile.ts')
  addLine(
    'packages/features/waitlist/schema.ts',
    "  name: z.string('invalid'),",
    "  language: z.enum(locales, 'invalid_language'),",
  )
  addLine('db/tables/waitlist.ts', '      name: string', '      /** From the sequence `waitlist_seat`')
  const places = brokenFiles()
  expect(places).toEqual([
    'apps/server/pages/no-script-forms.ts',
    'db/factories.ts',
    'packages/features/membership/ui/join/join.ts',
    'packages/features/waitlist/join-identity.ts',
    'packages/features/waitlist/server/join/join-queries.ts',
    'packages/features/waitlist/server/join/join.ts',
  ])
  const recipe = /\*\*A field of the join\.\*\*[\s\S]*?\n\n/.exec(copy.read('CONTRIBUTING.md'))?.[0]
  for (const place of places) expect(recipe).toContain(`\`${place}\``)
})
