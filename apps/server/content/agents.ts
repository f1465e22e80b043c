import { resolve } from 'node:path'
import type { Db } from '@duo/db/index.ts'
import { seedBundledAgents } from '@duo/features/marketplace/server/import/seed-agents.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { root } from '../config/paths.ts'

const folder = resolve(root, 'db/seeds/agents')

export async function seedAgentsAtStart(db: Db, log: Logger): Promise<void> {
  const result = await seedBundledAgents(db, folder)
  if (!result) return
  if (!result.ok) return log.error({ problems: result.problems }, 'agents not seeded: faulty files, nothing changed')
  const { added, changed, unchanged, hidden, removed } = result
  const kinds = { added, changed, unchanged, hidden, removed }
  log.info(Object.fromEntries(Object.entries(kinds).map(([what, slugs]) => [what, slugs.length])), 'agents seeded')
}
