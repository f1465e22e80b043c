import type { Edition } from './edition.ts'

/**
 * Keeps what is made from all articles (sitemaps, feeds) until they change. Made once, however many ask at the same moment; a failure
 * is not kept. Names come from our own code, so they are few.
 */
export function createKeptTexts(edition: Edition) {
  const kept = new Map<string, { edition: string; made: Promise<unknown> }>()
  return async <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const now = edition()
    const there = kept.get(name)
    if (there?.edition === now) return there.made as Promise<T>
    const made = make()
    kept.set(name, { edition: now, made })
    made.catch(() => void (kept.get(name)?.made === made && kept.delete(name)))
    return made
  }
}
