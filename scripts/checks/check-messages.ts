import { join } from 'node:path'
import { type Catalogue, readCatalogues, settingsProblems } from './check-messages/folders.ts'
import { readMessage } from './check-messages/message.ts'
import { type TextRules, textFaults } from './check-messages/texts.ts'
import { usageProblems, usedKeys } from './check-messages/usage.ts'
import { isCode, writtenFiles } from './source/files.ts'
import { readModule } from './source/module.ts'
import { type Problem, report } from './source/problem.ts'

const rules: TextRules = {
  // verbatim from the product's specification, with three dots; `{}` is a placeholder
  verbatim: ['Sending...', 'Carregando agentes...', 'Conversar com {}...'],
  banned: [
    /\brevolution(?:ary|i[sz]\w*)\b/i,
    /\brevolucion\w*/i,
    /\bseamless(?:ly)?\b/i,
    /\bsem (?:atritos?|emendas)\b/i,
    /\bunleash\w*/i,
    /\b(?:desencade(?:ie|ia|ar)|libert(?:e|a|ar)|liber(?:e|a|ar) (?:o|todo o|seu) (?:poder|potencial))(?![\p{L}\p{N}])/iu,
  ],
}

/** Checks all messages below `root`: missing translations, unused or unknown keys, wording, settings. */
export function checkMessages(root: string): Problem[] {
  const files = writtenFiles(root)
  const catalogues = readCatalogues(root, files)
  const modules = files.filter(isCode).map((path) => readModule(root, path))
  const used = usedKeys(modules)
  const keys = new Set(catalogues.flatMap(({ entries }) => entries.map(([key]) => key)))
  return [
    ...settingsProblems(root, files),
    ...catalogues.flatMap((catalogue) => [...entryProblems(catalogue, used), ...gaps(catalogue, catalogues)]),
    ...usageProblems(modules, keys),
  ]
}

function entryProblems({ path, prefix, entries }: Catalogue, used: Set<string>): Problem[] {
  return entries.flatMap(([key, value], i) => {
    const message = readMessage(value)
    const faults = [
      ...(key.startsWith(prefix) && /^[a-z0-9_]+$/.test(key) ? [] : [`is not a lower-case key that starts with ${prefix}`]),
      ...(entries.findIndex(([other]) => other === key) < i ? ['is written twice'] : []),
      ...(used.has(key) ? [] : ['is used nowhere']),
      ...(message === undefined
        ? ['is neither a text nor one set of variants']
        : message.texts.flatMap((text) => textFaults(text, rules))),
      ...(message?.complete === false ? ['has no * variant: a number that matches no other variant would show the key'] : []),
    ]
    return faults.map((fault) => ({ path, message: `${key} ${fault}` }))
  })
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
