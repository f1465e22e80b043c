import { build } from 'vite'
import { expect, test } from 'vitest'
import { emptiedTries } from './check-tries.ts'

async function bundled(code: string): Promise<string> {
  const source = {
    name: 'source',
    resolveId: (id: string) => (id === 'source' ? id : null),
    load: (id: string) => (id === 'source' ? code : null),
  }
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [source],
    build: { ssr: true, write: false, minify: false, rolldownOptions: { input: 'source' } },
  })
  return 'output' in made ? made.output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n') : ''
}

test('reports a try whose body the bundler has removed, with its line', async () => {
  const code = await bundled(
    'export function reads(path) { try { decodeURIComponent(path); return true } catch { return false } }',
  )
  expect(emptiedTries('main.js', code)).toEqual([
    {
      path: 'main.js',
      line: code.split('\n').findIndex((line) => line.includes('try')) + 1,
      message: 'a try whose body cannot throw',
    },
  ])
})

test('accepts a try whose value is used', async () => {
  const code = await bundled('export function read(path) { try { return decodeURIComponent(path) } catch { return null } }')
  expect(code).toContain('decodeURIComponent')
  expect(emptiedTries('main.js', code)).toEqual([])
})

test.each([
  'await promise',
  'throw failure',
  'return sessionStorage',
  'return place.href',
  'const { name } = person; use = name',
])('treats `%s` as code that can throw', (body) => {
  expect(emptiedTries('main.js', `async function run() { try { ${body} } catch {} }`)).toEqual([])
})

test('finds an empty try inside another one', () => {
  expect(emptiedTries('main.js', 'try { call() } catch { try { 1n } catch {} }')).toHaveLength(1)
})

test('reports a bundle that cannot be parsed', () => {
  expect(emptiedTries('main.js', 'try {')).toEqual([{ path: 'main.js', message: expect.stringContaining('cannot be parsed') }])
})
