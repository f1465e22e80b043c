import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Crisis } from '../../rules.ts'

/** `null` labels a harmless text. */
export interface Example {
  text: string
  kind: Crisis | null
}

const lists = join(import.meta.dirname, '../lists')
const seeds = join(import.meta.dirname, '../../../../../db/seeds')
const read = (name: string) => readFileSync(join(lists, name), 'utf8')

export const phrasingsOf = (name: string) => JSON.parse(read(name)) as Example[]

/** The kinds of the lists that we have no help of its own for yet. */
const kindOf: Record<string, Crisis> = {
  suicide: 'suicide',
  eating: 'suicide',
  violence: 'violence',
  child: 'violence',
  sexual: 'violence',
  medical: 'danger',
}

/** `explicit`: intent, a method or present danger is named. Nothing uses it yet but the reader of the list. */
interface Distress {
  text: string
  kind: string
  explicit: boolean
}

const distress = (language: Locale): Example[] =>
  (JSON.parse(read(`distress-${language}.json`)) as Distress[]).flatMap(({ text, kind }) =>
    kindOf[kind] ? [{ text, kind: kindOf[kind] }] : [],
  )

const ordinary = (language: Locale): Example[] =>
  (JSON.parse(read(`ordinary-${language}.json`)) as string[]).map((text) => ({ text, kind: null }))

/** Sentences of our articles, and of the personas' notes, which tell of wars, illness and death without danger. */
function prose(): Example[] {
  const files = readdirSync(seeds, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:md|json)$/.test(name))
  const sentences = files.flatMap((name) =>
    readFileSync(join(seeds, name), 'utf8')
      .replace(/^---[\s\S]*?---/, '')
      .replace(/[*_`#>[\]]|\([^)]*https?:[^)]*\)/g, ' ')
      .split(/(?<=[.!?"])\s+|\n+/)
      .map((sentence) => sentence.replace(/\s+/g, ' ').replace(/^[",\s]+|[",\s]+$/g, ''))
      .filter(({ length }) => length > 12 && length < 250),
  )
  return [...new Set(sentences)].toSorted().map((text) => ({ text, kind: null }))
}

/** Everything that the recogniser learns from. Never the held-out lists. */
export const allExamples = (): Example[] => [
  ...phrasingsOf('seen-en.json'),
  ...phrasingsOf('seen-pt.json'),
  ...distress('en'),
  ...distress('pt'),
  ...ordinary('en'),
  ...ordinary('pt'),
  ...prose(),
]

/** Changes when a list changes, so that a test finds weights of other lists. */
export const listsHash = (): string =>
  createHash('sha256')
    .update(['seen', 'distress', 'ordinary'].flatMap((name) => [read(`${name}-en.json`), read(`${name}-pt.json`)]).join('\n'))
    .digest('base64url')
