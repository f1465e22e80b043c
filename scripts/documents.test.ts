import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, normalize } from 'node:path'
import { envKeys } from '@duo/server/config/env.ts'
import { describe, expect, test } from 'vitest'
import { isCode, isTest, writtenFiles } from './checks/source/files.ts'

const root = join(import.meta.dirname, '..')
const files = writtenFiles(root)
const names = new Set(files.map((path) => basename(path)))
const documents = files.filter((path) => /^(?:[A-Z]+\.md|docs\/(?!templates\/).*\.md)$/.test(path))
const decisions = files.filter((path) => path.startsWith('docs/decisions/')).toSorted()
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const extensions = 'tsx?|mjs|grit|json|csv|md|sql|css|yaml|service'
const path = new RegExp(`^[\\w./*-]+\\.(?:${extensions})$|^(?:apps|packages|db|scripts|docs|deploy)/[\\w./-]+$`)

/** Created by a build or an operator. */
const absent = ['packages/platform/i18n/dist/live', 'deploy/secrets/duo.env', '/.well-known/duo-signing-key.json']

/** Returns GitHub's anchors of a document's headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replace(/\s/g, '-'),
  )

describe.each(documents)('%s', (document) => {
  const text = read(document)
  const prose = text.replace(/^```.*?^```/gms, '')

  test('has relative links to existing files and headings only', () => {
    const broken = [...prose.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, file = '', anchor]) => {
        const target = file === '' ? document : normalize(join(dirname(document), file))
        if (!existsSync(join(root, target))) return [link]
        return anchor === undefined || anchorsOf(read(target)).includes(anchor) ? [] : [link]
      },
    )
    expect(broken).toEqual([])
  })

  test('names existing files in backticks', () => {
    const isThere = (name: string) =>
      existsSync(join(root, name)) ||
      (name.includes('/') ? files.some((file) => matchesGlob(file, `**/${name}`)) : names.has(name)) ||
      (name.includes('*') && files.some((file) => matchesGlob(basename(file), name)))
    const named = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name).filter((name) => path.test(name))
    expect(named.filter((name) => !absent.includes(name) && !isThere(name))).toEqual([])
  })

  test('names existing decisions', () => {
    const numbers = decisions.map((file) => Number(basename(file).slice(0, 4)))
    const named = [...prose.matchAll(/\bdecisions? (\d+)(?:, (\d+))*/gi)].flatMap(([words]) => words.match(/\d+/g) ?? [])
    expect(named.filter((number) => !numbers.includes(Number(number)))).toEqual([])
  })
})

test('decisions have a number of their own and follow one template', () => {
  // the number of a decision that was merged into another is not used again
  const merged = [3, 5, 6, 7, 9, 12, 31, 35, 43, 45]
  const numbers = decisions.map((file) => Number(basename(file).slice(0, 4)))
  expect(numbers.filter((number) => merged.includes(number))).toEqual([])
  for (const [index, file] of decisions.entries()) {
    const text = read(file)
    expect(text, file).toMatch(
      new RegExp(`^# ${numbers[index]}\\. .+\\n\\n- Status: (?:accepted|superseded).*\\n- Date: \\d{4}-\\d\\d-\\d\\d\\n`),
    )
    expect(
      [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
      file,
    ).toEqual(['Context', 'Decision', 'Consequences', 'Alternatives considered'])
  }
})

test('every document of docs is linked from the README', () => {
  const linked = read('README.md')
  const top = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  expect(top.filter((name) => !linked.includes(`docs/${name}`) && !read('docs/operations.md').includes(`(${name})`))).toEqual([])
})

describe('operations.md', () => {
  const sectionOf = (heading: string) => read('docs/operations.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

  test('lists every setting', () => {
    const table = sectionOf('Settings')
    expect(envKeys.filter((key) => !table.includes(`\`${key}\``))).toEqual([])
  })

  test('quotes log lines that the code writes', () => {
    const symptoms = [...sectionOf('Incidents').matchAll(/^\| ([^|]+) \|/gm)].map(([, symptom = '']) => symptom)
    const quoted = symptoms.flatMap((symptom) => [...symptom.matchAll(/`([^`/]+ [^`]+)`/g)].map(([, line = '']) => line))
    const code = files.filter((file) => /^(?:apps\/server|packages)\//.test(file) && isCode(file) && !isTest(file)).map(read)
    expect(quoted.length).toBeGreaterThan(10)
    expect(quoted.filter((line) => !code.some((text) => text.includes(line)))).toEqual([])
  })
})
