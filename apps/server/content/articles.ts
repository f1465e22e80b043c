import { resolve } from 'node:path'
import type { Db } from '@duo/db/index.ts'
import { seedBundledArticles } from '@duo/features/blog/server/import/seed-bundled-articles.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { root } from '../config/paths.ts'

const folder = resolve(root, 'db/seeds/articles')

/** Seeds the bundled articles at start. Faulty files are logged and change nothing: the rest of the site still works. */
export async function seedArticlesAtStart(db: Db, log: Logger): Promise<void> {
  const result = await seedBundledArticles(db, folder)
  if (!result) return
  if (!result.ok) return log.error({ problems: result.problems }, 'articles not seeded: faulty files, nothing changed')
  const { added, changed, unchanged, removed } = result
  const numbers = { added: added.length, changed: changed.length, unchanged: unchanged.length, removed: removed.length }
  log.info(numbers, 'articles seeded')
}
