import type { Db } from '@duo/db/index.ts'
import { bundledRules } from '../../rules.ts'
import { contentVersion } from '../article-queries.ts'
import { fingerprint, readArticles } from './read-articles.ts'

/**
 * Seeds the articles that come with Duo when they are not those of the last time: on the first start and after an update. Answers null
 * when there is nothing to do, which takes milliseconds, and leaves alone what an operator seeded from a folder of their own.
 */
export async function seedBundledArticles(db: Db, folder: string) {
  const files = await readArticles(folder)
  const current = await contentVersion(db)
  if (files.length === 0 || !current.house || current.fingerprint === fingerprint(files)) return null
  // the Markdown library and all that come with it are loaded only when they are needed
  const { seedFiles } = await import('./seed-articles.ts')
  return seedFiles(db, files, bundledRules)
}
