import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { setAssetsAside } from './kept-assets.ts'

const dayMs = 86_400_000

/** Builds like Vite, which empties its folder first. */
function site() {
  const dist = mkdtempSync(join(tmpdir(), 'duo-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  const assets = join(dist, 'client/assets')
  return (day: number, files: Record<string, string>) => {
    const keep = setAssetsAside(dist, day * dayMs)
    rmSync(join(dist, 'client'), { recursive: true, force: true })
    mkdirSync(assets, { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(assets, name), text)
    keep()
    return Object.fromEntries(readdirSync(assets).map((name) => [name, readFileSync(join(assets, name), 'utf8')]))
  }
}

test('a build keeps the files of earlier builds for a week after they were replaced, however old they are', () => {
  const build = site()
  expect(build(0, { 'app-1.js': 'one', 'same.js': 'same' })).toEqual({ 'app-1.js': 'one', 'same.js': 'same' })
  const second = { 'app-2.js': 'two', 'same.js': 'same' }
  expect(build(100, second)).toEqual({ ...second, 'app-1.js': 'one' })
  expect(build(106, { 'app-3.js': 'three' })).toEqual({ 'app-3.js': 'three', ...second, 'app-1.js': 'one' })
  expect(build(108, { 'app-4.js': 'four' })).toEqual({ 'app-4.js': 'four', 'app-3.js': 'three', ...second })
  expect(build(114, { 'app-4.js': 'four' })).toEqual({ 'app-4.js': 'four', 'app-3.js': 'three' })
})

test('five deployments under an open tab leave every one of its files', () => {
  const build = site()
  build(0, { 'tab.js': 'old' })
  for (let n = 1; n <= 5; n++) expect(build(n / 24, { [`app-${n}.js`]: 'new' })).toMatchObject({ 'tab.js': 'old' })
})

test('a file that comes back with a later build is its file', () => {
  const build = site()
  build(0, { 'a.js': 'a' })
  build(1, { 'b.js': 'b' })
  build(2, { 'a.js': 'a' })
  expect(build(9, { 'c.js': 'c' })).toEqual({ 'a.js': 'a', 'c.js': 'c' })
})
