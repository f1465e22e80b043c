import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { isCode, isTest, writtenFiles } from './checks/source/files.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const text = read('ARCHITECTURE.md')
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

test('the platform names no table of a feature', () => {
  const features = folders('packages/features').join('|')
  const tables = writtenFiles(root)
    .filter((path) => path.startsWith('db/tables/') && !isTest(path))
    .flatMap((path) => [...read(path).matchAll(/^ {4}(\w+): (?:\{|\w+Row)$/gm)].map(([, name = '']) => name))
    .filter((name) => new RegExp(`^(?:${features})_`).test(name))
  expect(tables.length).toBeGreaterThan(40)
  const platform = writtenFiles(root).filter((path) => path.startsWith('packages/platform/') && isCode(path) && !isTest(path))
  const named = platform.flatMap((path) =>
    tables.filter((name) => new RegExp(`\\b${name}\\b`).test(read(path))).map((name) => `${path}: ${name}`),
  )
  expect(named).toEqual([])
})
