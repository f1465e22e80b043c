import { type Db, inTransaction } from '@duo/db/index.ts'
import { recordServerEvent } from './events/account-events.ts'
import { listEvents } from './events/event-queries.ts'
import { voidRecovery } from './factor-recovery/factor-recovery.ts'
import { revokeAccess } from './recovery/recovery-queries.ts'
import * as factors from './second-factor/factor-queries.ts'
import { lockUser } from './user-queries.ts'

/** The security events of an account, newest first, also the erasure of one that is gone. */
export const listAccountEvents = (db: Db, userId: string, limit: number) => listEvents(db, userId, limit)

/**
 * Signs a person out everywhere and voids recovery links and pending changes of address. Returns how many sessions ended; null when the
 * account is gone.
 */
export function signOutUser(db: Db, userId: string): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return null
    const endedCount = await revokeAccess(tx, user)
    await voidRecovery(tx, userId)
    await recordServerEvent(tx, userId, 'operator_signed_out')
    return endedCount
  })
}

export const roles = ['person', 'operator'] as const
export type Role = (typeof roles)[number]

export const findRole = (db: Db, userId: string) => factors.findRole(db, userId)

/**
 * Gives an account a role and records it in the trail, unless the account has that role already. An operator's opens nothing until it has a
 * second factor. False when the account is gone.
 */
export function updateRole(db: Db, userId: string, role: Role): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) return false
    if ((await factors.findRole(tx, userId)) === role) return true
    await factors.updateRole(tx, userId, role)
    await recordServerEvent(tx, userId, role === 'operator' ? 'operator_role_given' : 'operator_role_taken')
    return true
  })
}
