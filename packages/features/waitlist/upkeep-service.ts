import type { Db } from '@duo/db/index.ts'
import { forgetAddresses } from './credit-queries.ts'
import { eraseSignup } from './erase-service.ts'
import { unconfirmedSince } from './queries.ts'
import * as rank from './rank-queries.ts'
import { unconfirmedDays } from './rules.ts'

/** Entries forgotten at a time, so that nobody waits for it. */
const batch = 200

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** What a running server does for the list by itself. Several servers may do it at once. */
export const waitlistUpkeep = [
  { name: 'waitlist.fold', every: second, run: (db: Db) => rank.foldDeltas(db) },
  { name: 'waitlist.gaps', every: minute, run: async (db: Db) => rank.recordGaps(db, await rank.settledSeat(db)) },
  { name: 'waitlist.forget_addresses', every: hour, run: forgetAddresses },
  { name: 'waitlist.forget_unconfirmed', every: hour, run: forgetUnconfirmed },
]

/** Erases the entries that were never confirmed in time; nobody showed that the address is theirs. Answers how many. */
export async function forgetUnconfirmed(db: Db): Promise<number> {
  const stale = await unconfirmedSince(db, unconfirmedDays, batch)
  for (const { id } of stale) await eraseSignup(db, id)
  return stale.length
}
