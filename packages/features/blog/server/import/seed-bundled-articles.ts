import type { Db } from '@duo/db/index.ts'
import { bundledRules } from '../../rules.ts'
import { contentVersion } from '../article-queries.ts'
import { fingerprint, readArticles } from './read-articles.ts'

/** Seeds the bundled articles. Returns null when they are unchanged or when an operator seeded others. */
export async function seedBundledArticles(db: Db, folder: string) {
  const files = await readArticles(folder)
  const current = await contentVersion(db)
  if (files.length === 0 || !current.bundled || current.fingerprint === fingerprint(files)) return null
  const { seedFiles } = await import('./seed-articles.ts')
  return seedFiles(db, files, bundledRules)
}
