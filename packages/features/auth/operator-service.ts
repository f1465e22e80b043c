import { type Db, inTransaction } from '@duo/db/index.ts'
import { eventsOf } from './event-queries.ts'
import { recordByServer } from './event-service.ts'
import { lockPerson } from './queries.ts'
import { revokeAccess } from './recover-queries.ts'

/** The security events of an account, newest first, also the erasure of one that is gone. */
export const events = (db: Db, userId: string, most: number) => eventsOf(db, userId, most)

/**
 * Signs somebody out everywhere and voids recovery links and pending changes of address. Returns how many sessions ended; null when the
 * account is gone.
 */
export function signOut(db: Db, userId: string): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    const person = await lockPerson(tx, userId)
    if (!person) return null
    const ended = await revokeAccess(tx, person)
    await recordByServer(tx, userId, 'operator_signed_out')
    return ended
  })
}
