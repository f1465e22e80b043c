import { type Db, inTransaction } from '@duo/db/index.ts'
import { recordByServer } from './events/account-events.ts'
import { eventsOf } from './events/event-queries.ts'
import { voidRecovery } from './factor-recovery/factor-recovery.ts'
import { revokeAccess } from './recovery/recovery-queries.ts'
import * as factors from './second-factor/factor-queries.ts'
import { lockPerson } from './user-queries.ts'

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
    await voidRecovery(tx, userId)
    await recordByServer(tx, userId, 'operator_signed_out')
    return ended
  })
}

export const roles = ['person', 'operator'] as const
export type Role = (typeof roles)[number]

export const roleOf = (db: Db, userId: string) => factors.roleOf(db, userId)

/**
 * Gives an account a role and records it in the trail, unless the account has that role already. An operator's opens nothing until it has a
 * second factor. False when the account is gone.
 */
export function setRole(db: Db, userId: string, role: Role): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await lockPerson(tx, userId))) return false
    if ((await factors.roleOf(tx, userId)) === role) return true
    await factors.setRole(tx, userId, role)
    await recordByServer(tx, userId, role === 'operator' ? 'operator_role_given' : 'operator_role_taken')
    return true
  })
}
