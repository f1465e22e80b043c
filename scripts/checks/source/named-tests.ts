import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTests } from './test-titles.ts'

export interface NamedTest {
  path: string
  title: string
}

/** Reads `path › title`. Returns null if the path is missing. */
export function parseNamedTest(written: string): NamedTest | null {
  const at = written.indexOf(' › ')
  return at === -1 ? null : { path: written.slice(0, at), title: written.slice(at + 3) }
}

/** Returns a check that says what is wrong with a written test or heading, or null. Reads each file once. */
export function createNameCheck(root: string): (written: string) => string | null {
  const files = new Map<string, Map<string, string | null>>()
  return (written) => {
    const named = parseNamedTest(written)
    if (named === null) return 'names a test without its file: write file › title'
    const { path, title } = named
    if (!existsSync(join(root, path))) return `names ${path}, which does not exist`
    const titles = files.get(path) ?? titlesOf(path, readFileSync(join(root, path), 'utf8'))
    files.set(path, titles)
    const skipped = titles.get(title)
    if (skipped === undefined) return `names "${title}", which is not in ${path}`
    return skipped === null ? null : `names "${title}" in ${path}, which does not always run (${skipped})`
  }
}

function titlesOf(path: string, text: string): Map<string, string | null> {
  if (path.endsWith('.md'))
    return new Map([...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => [heading.trim(), null]))
  return new Map(findTests(path, text).map(({ title, skipped }) => [title, skipped]))
}
