import { join } from 'node:path'
import { type Catalogue, readCatalogues, settingsProblems } from './check-messages/folders.ts'
import { readMessage } from './check-messages/message.ts'
import { isCode, isTest, writtenFiles } from './source/files.ts'
import { lineOf, type Module, readModule } from './source/module.ts'
import { type Problem, report } from './source/problem.ts'

/** Verbatim from the product's specification, with three dots; `{}` is a placeholder. */
const verbatim = ['Sending...', 'Carregando agentes...', 'Conversar com {}...']
const hype = [
  /\brevolution(?:ary|i[sz]\w*)\b/i,
  /\brevolucion\w*/i,
  /\bseamless(?:ly)?\b/i,
  /\bsem (?:atritos?|emendas)\b/i,
  /\bunleash\w*/i,
  /\b(?:desencade(?:ie|ia|ar)|libert(?:e|a|ar)|liber(?:e|a|ar) (?:o|todo o|seu) (?:poder|potencial))(?![\p{L}\p{N}])/iu,
]

/** Checks all messages below `root`: missing translations, unused keys, wording, settings. The compiler finds unknown keys, Biome double ones. */
export function checkMessages(root: string): Problem[] {
  const files = writtenFiles(root)
  const catalogues = readCatalogues(root, files)
  const readers = files
    .filter(isCode)
    .map((path) => readModule(root, path))
    .filter(readsMessages)
  const live = readers.filter(({ path }) => !isTest(path))
  const used = new Set(live.flatMap(({ code }) => [...code.matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key)))
  return [
    ...settingsProblems(root, files),
    ...catalogues.flatMap((catalogue) => [...entryProblems(catalogue, used), ...gaps(catalogue, catalogues)]),
    ...readers.flatMap(computedKeys),
  ]
}

const readsMessages = ({ imports }: Module) =>
  imports.some(({ specifier, typesOnly }) => !typesOnly && /(?:^|\/)messages\.ts$/.test(specifier))

/** These would put every message into one bundle. */
const computedKeys = ({ path, code }: Module): Problem[] =>
  [...code.matchAll(/\bm\s*\[/g)].map(({ index }) => ({
    path,
    line: lineOf(code, index),
    message: 'm[…]: name the message, m.key',
  }))

function entryProblems({ path, prefix, entries }: Catalogue, used: Set<string>): Problem[] {
  return entries.flatMap(([key, value]) => {
    const message = readMessage(value)
    const faults = [
      ...(key.startsWith(prefix) && /^[a-z0-9_]+$/.test(key) ? [] : [`is not a lower-case key that starts with ${prefix}`]),
      ...(used.has(key) ? [] : ['is used nowhere']),
      ...(message === undefined ? ['is neither a text nor one set of variants'] : message.texts.flatMap(textFaults)),
      ...(message?.complete === false ? ['has no * variant: a number that matches no other variant would show the key'] : []),
    ]
    return faults.map((fault) => ({ path, message: `${key} ${fault}` }))
  })
}

function textFaults(text: string): string[] {
  const plain = text.replace(/\{[^{}]*\}/g, '{}')
  if (plain.trim() === '') return ['is empty']
  if (verbatim.includes(plain)) return []
  return [
    ...hype.flatMap((word) => word.exec(plain)?.[0] ?? []).map((word) => `'${word}' is hype: say what happens`),
    ...(/['"]/.test(plain) ? ['has straight quotes: write ‘ ’ “ ”'] : []),
    ...(plain.includes('...') ? ['has three dots: write …'] : []),
  ]
}

function gaps(catalogue: Catalogue, all: Catalogue[]): Problem[] {
  const own = new Map(catalogue.entries)
  const siblings = all.filter(({ prefix, locale }) => prefix === catalogue.prefix && locale !== catalogue.locale)
  return siblings.flatMap(({ locale, entries }) =>
    entries.flatMap(([key, value]) => {
      if (!own.has(key)) return [{ path: catalogue.path, message: `${key} is missing, ${locale} has it` }]
      const [mine, theirs] = [own.get(key), value].map((one) => readMessage(one)?.variables.join(', ') ?? '')
      return mine === theirs ? [] : [{ path: catalogue.path, message: `${key} takes (${mine}), in ${locale} (${theirs})` }]
    }),
  )
}

if (import.meta.main) report('messages', checkMessages(join(import.meta.dirname, '../..')))
