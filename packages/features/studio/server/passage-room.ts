import type { Db } from '@duo/db/index.ts'
import { findSubscription } from '../../billing/server/plans.ts'
import { quotaOf } from '../rules.ts'
import { findUsage } from './agent-queries.ts'

/** Returns how many passages the plan of an account leaves; below 0 when it has too many. */
export async function findPassageRoom(db: Db, ownerId: string): Promise<number> {
  const { plan } = await findSubscription(db, ownerId)
  return quotaOf(plan).passages - (await findUsage(db, ownerId)).passages
}
