import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { type HelpKind, helpKinds } from '../help-kinds.ts'

export interface Example {
  text: string
  /** `null` labels a harmless text; `any` distress whose kind the list does not say. */
  kind: HelpKind | 'any' | null
  /** Whether intent, a method or present danger is named. */
  isExplicit: boolean
}

const lists = join(import.meta.dirname, 'lists')
const seeds = join(import.meta.dirname, '../../../../db/seeds')
const names = locales.flatMap((language) => ['phrasings', 'distress', 'ordinary'].map((name) => `${name}-${language}.json`))
const read = (name: string) => readFileSync(join(lists, name), 'utf8')

/** Short, plain sentences, which all count as explicit, and their look-alikes. */
const phrasings = (text: string): Example[] =>
  z
    .array(z.object({ text: z.string(), kind: z.string().nullable() }))
    .parse(JSON.parse(text))
    .map(({ text, kind }) => ({
      text,
      kind: kind === null ? null : 'any',
      isExplicit: kind !== null,
    }))

const distress = (text: string): Example[] =>
  z
    .array(z.object({ text: z.string(), kind: z.enum([...helpKinds, 'medical']), explicit: z.boolean() }))
    .parse(JSON.parse(text))
    .map(({ text, kind, explicit }) => ({
      text,
      kind: kind === 'medical' ? 'danger' : kind,
      isExplicit: explicit,
    }))

const harmless = (texts: readonly string[]): Example[] => texts.map((text) => ({ text, kind: null, isExplicit: false }))

const parsers: Record<string, (text: string) => Example[]> = {
  phrasings,
  // with its kind, as phrasings are; only held out
  questions: phrasings,
  distress,
  ordinary: (text) => harmless(z.array(z.string()).parse(JSON.parse(text))),
}

export const examplesIn = (name: string): Example[] => parsers[name.split('-')[0] ?? '']?.(read(name)) ?? []

/** Sentences of our articles, and of the personas' notes, which tell of wars, illness and death without danger. */
function prose(): string[] {
  const files = readdirSync(seeds, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:md|json)$/.test(name))
  const sentences = files.flatMap((name) =>
    readFileSync(join(seeds, name), 'utf8')
      .replace(/^---[\s\S]*?---/, '')
      .replace(/[*_`#>[\]]|\([^)]*https?:[^)]*\)/g, ' ')
      .split(/(?<=[.!?"])\s+|\n+/)
      .map((sentence) => sentence.replace(/\s+/g, ' ').replace(/^[",\s]+|[",\s]+$/g, ''))
      .filter(({ length }) => length > 12 && length < 250),
  )
  return [...new Set(sentences)].toSorted()
}

/** Everything that the recogniser learns from. Never the held-out lists. */
export const allExamples = (): Example[] => [...names.flatMap(examplesIn), ...harmless(prose())]

/** Changes when a list changes, so that a test finds weights of other lists. */
export const listsHash = (): string => createHash('sha256').update(names.map(read).join('\n')).digest('base64url')
