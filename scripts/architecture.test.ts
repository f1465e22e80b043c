import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { writtenFiles } from './checks/source/files.ts'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

test('every file named in ARCHITECTURE.md exists', () => {
  const names = new Set(writtenFiles(root).map((path) => basename(path)))
  const named = [...text.matchAll(/`(?:[\w./-]+\/)?([\w-]+\.tsx?)`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !names.has(name))).toEqual([])
})

test('ARCHITECTURE.md describes no feature that does not exist', () => {
  const table = /\| Feature \|.*?\n\n/s.exec(text)?.[0] ?? ''
  const listed = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name)
  expect(listed.length).toBeGreaterThan(10)
  expect(listed.filter((name) => !folders('packages/features').includes(name))).toEqual([])
})

test('ARCHITECTURE.md lists every folder of the server except its tests', () => {
  const row = /\| `apps\/server` \|(.*?)\|/.exec(text)?.[1] ?? ''
  const listed = [...row.matchAll(/`([\w-]+)\/`/g)].map(([, name = '']) => name)
  const tests = ['attack', 'faults', 'testing', 'node_modules', 'dist', '.turbo']
  expect(listed.toSorted()).toEqual(
    folders('apps/server')
      .filter((name) => !tests.includes(name))
      .toSorted(),
  )
})
