import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Problem } from '../source/problem.ts'

const settingsPath = 'packages/platform/i18n/project.inlang/settings.json'
const platformMessages = 'packages/platform/i18n/messages'

export interface Catalogue {
  path: string
  locale: string
  prefix: string
  entries: [key: string, value: unknown][]
}

interface Settings {
  locales: string[]
  'plugin.inlang.messageFormat': { pathPattern: string[] }
}

function messageFolders(files: string[]): string[] {
  const folder = /^(?:packages\/features\/[^/]+\/messages|packages\/platform\/i18n\/messages)(?=\/)/
  return [...new Set(files.flatMap((path) => folder.exec(path) ?? []))]
}

/** Returns the key prefix of a folder: the feature's name, or `ui` for the platform. */
function prefixOf(folder: string): string {
  return folder === platformMessages ? 'ui_' : `${posix.basename(posix.dirname(folder)).replaceAll('-', '_')}_`
}

/** Compares settings.json with the message folders. Inlang silently ignores folders that are not listed. */
export function settingsProblems(root: string, files: string[]): Problem[] {
  const existing = messageFolders(files)
  const listed = readSettings(root)['plugin.inlang.messageFormat'].pathPattern.map((pattern) =>
    posix.join(posix.dirname(settingsPath), '..', pattern),
  )
  const wanted = existing.map((folder) => `${folder}/{locale}.json`)
  return [
    ...wanted
      .filter((pattern) => !listed.includes(pattern))
      .map((pattern) => ({ path: settingsPath, message: `does not list ${pattern}` })),
    ...listed
      .filter((pattern) => !wanted.includes(pattern))
      .map((pattern) => ({ path: settingsPath, message: `lists ${pattern}, which does not exist` })),
  ]
}

/** Reads one catalogue per folder and language. A missing file has no entries, so that all its keys are reported. */
export function readCatalogues(root: string, files: string[]): Catalogue[] {
  const { locales } = readSettings(root)
  return messageFolders(files).flatMap((folder) =>
    locales.map((locale) => {
      const path = `${folder}/${locale}.json`
      const entries = existsSync(join(root, path)) ? entriesOf(readFileSync(join(root, path), 'utf8')) : []
      return { path, locale, prefix: prefixOf(folder), entries }
    }),
  )
}

function entriesOf(text: string): Catalogue['entries'] {
  const { $schema, ...messages }: Record<string, unknown> = JSON.parse(text)
  return Object.entries(messages)
}

function readSettings(root: string): Settings {
  return JSON.parse(readFileSync(join(root, settingsPath), 'utf8'))
}
