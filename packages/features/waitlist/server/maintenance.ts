import type { Db } from '@duo/db/index.ts'
import { everyHour, sweepBatch, type Upkeep } from '@duo/platform/server/maintenance.ts'
import { unconfirmedDays } from '../rules.ts'
import { eraseSignup } from './entry/delete-entry.ts'
import * as rank from './position/position-queries.ts'
import { forgetAddresses, forgetBlocks } from './referrals/referral-credit-queries.ts'
import { unconfirmedSince } from './signup-queries.ts'

/** Entries forgotten at a time, each in a transaction of its own. */
const batch = 200

const second = 1000
const minute = 60 * second

/** What a running server does for the list by itself. Several servers may do it at once. */
export const waitlistUpkeep: readonly Upkeep[] = [
  { name: 'waitlist.fold', every: second, run: (db) => rank.foldDeltas(db) },
  { name: 'waitlist.gaps', every: minute, run: async (db) => rank.recordGaps(db, await rank.settledSeat(db)) },
  { name: 'waitlist.forget_addresses', every: everyHour, batch: sweepBatch, run: (db) => forgetAddresses(db, sweepBatch) },
  { name: 'waitlist.forget_blocks', every: everyHour, batch: sweepBatch, run: (db) => forgetBlocks(db, sweepBatch) },
  { name: 'waitlist.forget_unconfirmed', every: everyHour, batch, run: forgetUnconfirmed },
]

/**
 * Erases entries that were never confirmed in time; nobody showed that the address is theirs. Answers how many it found; one that is
 * confirmed meanwhile stays.
 */
export async function forgetUnconfirmed(db: Db): Promise<number> {
  const stale = await unconfirmedSince(db, unconfirmedDays, batch)
  for (const { id } of stale) await eraseSignup(db, id, { unless: 'confirmed' })
  return stale.length
}
