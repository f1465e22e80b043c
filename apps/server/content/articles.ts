import { resolve } from 'node:path'
import type { Db } from '@duo/db/index.ts'
import { seedBundledArticles } from '@duo/features/server'
import type { Logger } from '@duo/platform/server/log.ts'
import { root } from '../config/paths.ts'

/** The articles that come with Duo. A container built without them serves what its database has. */
const folder = resolve(root, 'db/seeds/articles')

/**
 * Brings the articles of this version into the database, on the first start and after an update. Faulty files are told and leave the
 * articles as they were: they are no reason not to serve the rest of the site.
 */
export async function seedArticlesAtStart(db: Db, log: Logger): Promise<void> {
  const result = await seedBundledArticles(db, folder)
  if (!result) return
  if (!result.ok) return log.error({ problems: result.problems }, 'the articles are faulty; nothing was changed')
  const { added, changed, unchanged, removed } = result
  const numbers = { added: added.length, changed: changed.length, unchanged: unchanged.length, removed: removed.length }
  log.info(numbers, 'articles seeded')
}
