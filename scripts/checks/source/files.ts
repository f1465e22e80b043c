import { readdirSync } from 'node:fs'
import { join } from 'node:path'

// Made by tools, never by hand.
const generated = new Set(['node_modules', 'dist', 'compiled', 'coverage', 'test-results', 'playwright-report'])

/** Every file below the root that people wrote, named from the root with forward slashes, sorted. Hidden folders are left out. */
export function writtenFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !generated.has(entry.name) && !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? writtenFiles(root, path) : entry.isFile() ? [path] : []
    })
    .sort()
}

export const isCode = (path: string): boolean => /\.(?:ts|tsx|mts|mjs|js)$/.test(path)

/** Tests and what only tests load. */
export const isTest = (path: string): boolean =>
  /\.test\.tsx?$|(?:^|\/)testing\.tsx?$|^apps\/web\/e2e\/|^apps\/server\/(?:attack|testing)\/|^packages\/platform\/testing\/|^db\/test-server\//.test(
    path,
  )
