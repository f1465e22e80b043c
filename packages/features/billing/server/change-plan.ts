import type { Db } from '@duo/db/index.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import type { PlanId } from '../rules.ts'
import * as queries from './plan-queries.ts'

/** Normalizes the e-mail address; null if there is no account. */
export async function findAccount(db: Db, input: string) {
  const email = normalizeEmail(input)
  return (email && (await queries.findAccountByEmail(db, email))) || null
}

export const changePlan = (db: Db, userId: string, plan: PlanId) => queries.upsertPlan(db, userId, plan)
