import type { Db } from '@duo/db/index.ts'
import { hourMs, type MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import { purgeBatchSize } from '@duo/platform/server/purge.ts'
import { unconfirmedDays } from '../rules.ts'
import { eraseSignup } from './entry/delete-entry.ts'
import * as rank from './position/position-queries.ts'
import { purgeCreditNetworkHashes, purgeNetworkHashes } from './referrals/referral-credit-queries.ts'
import { listUnconfirmed } from './signup-queries.ts'

const batch = 200

const secondMs = 1000
const minuteMs = 60 * secondMs

export const waitlistMaintenance: readonly MaintenanceTask[] = [
  { name: 'waitlist.compact_deltas', every: secondMs, run: (db) => rank.compactDeltas(db) },
  {
    name: 'waitlist.insert_missing_gaps',
    every: minuteMs,
    run: async (db) => rank.insertMissingGaps(db, await rank.lastSettledSeat(db)),
  },
  {
    name: 'waitlist.purge_network_hashes',
    every: hourMs,
    batch: purgeBatchSize,
    run: (db) => purgeNetworkHashes(db, purgeBatchSize),
  },
  {
    name: 'waitlist.purge_credit_network_hashes',
    every: hourMs,
    batch: purgeBatchSize,
    run: (db) => purgeCreditNetworkHashes(db, purgeBatchSize),
  },
  { name: 'waitlist.purge_unconfirmed', every: hourMs, batch, run: purgeUnconfirmed },
]

/** Deletes stale unconfirmed entries; one confirmed meanwhile stays. Returns how many it found. */
export async function purgeUnconfirmed(db: Db): Promise<number> {
  const signups = await listUnconfirmed(db, unconfirmedDays, batch)
  for (const { id } of signups) await eraseSignup(db, id, { unless: 'confirmed' })
  return signups.length
}
