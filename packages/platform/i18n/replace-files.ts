import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Moves the files of one folder over those of another, each with one rename, and returns the names of those that changed or went. Equal
 * files stay untouched and `lastly` names the files that import the others, in order: a process that reads the folder meanwhile finds
 * every file whole and every import there.
 */
export function replaceFiles(from: string, to: string, lastly: readonly string[]): string[] {
  const fresh = filesOf(from)
  const rank = (name: string) => lastly.indexOf(name)
  const changed = fresh.filter((name) => !isSame(join(from, name), join(to, name))).sort((one, other) => rank(one) - rank(other))
  for (const name of changed) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    renameSync(join(from, name), join(to, name))
  }
  const kept = new Set(fresh)
  const gone = filesOf(to).filter((name) => !kept.has(name))
  for (const name of gone) rmSync(join(to, name), { force: true })
  return [...changed, ...gone]
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
