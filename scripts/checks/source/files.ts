import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const generated = new Set(['node_modules', 'dist', 'compiled', 'test-results', 'playwright-report'])
/** Of the tests; below, it is a name of folders like any other. */
const rootCoverage = 'coverage'

export function writtenFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !generated.has(entry.name) && !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      // templates with placeholders
      if (path === 'docs/templates' || path === rootCoverage) return []
      return entry.isDirectory() ? writtenFiles(root, path) : entry.isFile() ? [path] : []
    })
    .sort()
}

export const isCode = (path: string): boolean => /\.(?:ts|tsx|mts|mjs|js)$/.test(path)

/** Whether a file is a test or test support. */
export const isTest = (path: string): boolean =>
  /\.test\.tsx?$|(?:^|\/)testing\.tsx?$|^apps\/web\/e2e\/|^apps\/server\/(?:attack|testing)\/|^packages\/platform\/testing\/|^db\/test-server\//.test(
    path,
  )
