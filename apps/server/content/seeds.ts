import { resolve } from 'node:path'
import type { Db } from '@duo/db/index.ts'
import { seedBundledArticles } from '@duo/features/blog/server/import/seed-bundled-articles.ts'
import { seedBundledAgents } from '@duo/features/marketplace/server/import/seed-agents.ts'
import type { SeedPlan, SeedResult } from '@duo/platform/server/files/seed-plan.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { root } from '../config/paths.ts'

const folderOf = (content: string) => resolve(root, 'db/seeds', content)

export async function seedArticlesAtStart(db: Db, log: Logger): Promise<void> {
  const result = await seedBundledArticles(db, folderOf('articles'))
  logSeed(log, 'articles', result, ['added', 'changed', 'unchanged', 'removed'])
}

export async function seedAgentsAtStart(db: Db, log: Logger): Promise<void> {
  const result = await seedBundledAgents(db, folderOf('agents'))
  logSeed(log, 'agents', result, ['added', 'changed', 'unchanged', 'hidden', 'removed'])
}

/** Faulty files are logged and change nothing: the rest of the site still works. */
function logSeed(log: Logger, content: string, result: SeedResult | null, kinds: Exclude<keyof SeedPlan, 'followsBundled'>[]) {
  if (!result) return
  if (!result.ok) return log.error({ problems: result.problems }, `${content} not seeded: faulty files, nothing changed`)
  log.info(Object.fromEntries(kinds.map((kind) => [kind, result[kind].length])), `${content} seeded`)
}
