import type { Kysely } from 'kysely'
import { createApiKeys } from './0001-baseline/api-key.ts'
import { createAccounts, createSessions } from './0001-baseline/auth.ts'
import { createBilling } from './0001-baseline/billing.ts'
import { createBlog } from './0001-baseline/blog.ts'
import { createChat } from './0001-baseline/chat.ts'
import { createJobs } from './0001-baseline/jobs.ts'
import { createMarketplace } from './0001-baseline/marketplace.ts'
import { createPlatform } from './0001-baseline/platform.ts'
import { createFactors, createSecondSteps } from './0001-baseline/second-factor.ts'
import { createSurveys } from './0001-baseline/survey.ts'
import { createWaitlist } from './0001-baseline/waitlist.ts'

const steps = [
  ...[createPlatform, createJobs],
  ...[createAccounts, createSessions, createFactors, createSecondSteps, createApiKeys],
  ...[createWaitlist, createSurveys, createBilling],
  ...[createBlog, createMarketplace, createChat],
]

/** Creates all tables, in an order in which each finds those that it references. A file of the folder holds those of a feature. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const create of steps) await create(db)
}

export async function down(): Promise<void> {
  throw new Error('it made every table, so there is nothing to go back to: use a new database or DATA_DIR, or restore a backup')
}
