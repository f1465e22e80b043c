import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { isCode, writtenFiles } from '../source/files.ts'
import { lineOf } from '../source/module.ts'
import { type Problem, report } from '../source/problem.ts'
import { findTests } from '../source/test-titles.ts'
import words from './words.json' with { type: 'json' }

/** Unclear words in names, and the standard term. */
const identifierWords: ReadonlyMap<string, string> = new Map(Object.entries(words.names))

/** Words and phrases that make sentences hard to read, and what to write instead. */
const proseWords: ReadonlyMap<string, string> = new Map(Object.entries(words.prose))

/** Product texts, and lists of visitors' messages. */
const notOurs = /(?:^|\/)(?:messages|seeds|public|content)\/|^docs\/(?:asvs\.csv|exchanges\.md)$|^scripts\/checks\/words\//

/** Finds words in names, comments, test titles and documents for which there is a plainer or a standard one. */
export function checkWords(root: string): Problem[] {
  return writtenFiles(root)
    .filter((path) => (isCode(path) || path.endsWith('.md')) && !notOurs.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return isCode(path) ? inCode(path, text) : inProse(path, blankCode(text))
    })
}

function inCode(path: string, text: string): Problem[] {
  const { program, comments } = parseSync(path, text)
  const names: Problem[] = []
  new Visitor({
    Identifier: ({ name, start }) => {
      // message keys identify texts and are not names in code
      const word = name.includes('_') ? undefined : wordsOf(name).find((one) => identifierWords.has(one))
      if (word !== undefined)
        names.push({ path, line: lineOf(text, start), message: `'${name}': ${hint(word, identifierWords)}` })
    },
  }).visit(program)
  const titles = /\.(?:test|spec)\.tsx?$/.test(path) ? findTests(path, text).map(({ title }) => title) : []
  return [
    ...names,
    ...comments.flatMap(({ value, start }) => inProse(path, value, lineOf(text, start) - 1)),
    ...titles.flatMap((title) => inProse(path, title).map(({ message }) => ({ path, message: `${message} (title '${title}')` }))),
  ]
}

function inProse(path: string, text: string, linesBefore = 0): Problem[] {
  return [...text.matchAll(anyProseWord)].map(({ 0: found, index }) => ({
    path,
    line: linesBefore + lineOf(text, index),
    message: hint(found.toLowerCase().replace(/\s+/g, ' '), proseWords),
  }))
}

/** A phrase may wrap onto the next line. */
const anyProseWord = new RegExp(`\\b(?:${[...proseWords.keys()].join('|').replaceAll(' ', '\\s+')})\\b`, 'gi')

const hint = (word: string, words: ReadonlyMap<string, string>) => `write ${words.get(word)} instead of '${word}'`

/** `heldSince` → ['held', 'since']. */
const wordsOf = (name: string) => (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

/** Blanks code in documents: code is checked in its own file. */
const blankCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, ' '))

if (import.meta.main) report('words', checkWords(join(import.meta.dirname, '../../..')))
