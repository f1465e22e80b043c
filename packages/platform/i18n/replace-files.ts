import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns changed and removed files. `lastly` names files that import the others, so a concurrent reader finds every import. */
export function replaceFiles(from: string, to: string, lastly: readonly string[]): string[] {
  const fresh = filesOf(from)
  const rank = (name: string) => lastly.indexOf(name)
  const changed = fresh.filter((name) => !isSame(join(from, name), join(to, name))).sort((one, other) => rank(one) - rank(other))
  for (const name of changed) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    renameSync(join(from, name), join(to, name))
  }
  const freshNames = new Set(fresh)
  const removed = filesOf(to).filter((name) => !freshNames.has(name))
  for (const name of removed) rmSync(join(to, name), { force: true })
  return [...changed, ...removed]
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

function isSame(one: string, other: string): boolean {
  return existsSync(other) && readFileSync(one).equals(readFileSync(other))
}
