import { type Db, inTransaction } from '@duo/db/index.ts'
import { recordServerEvent } from './events/account-events.ts'
import { listEvents } from './events/event-queries.ts'
import { voidRecovery } from './factor-recovery/factor-recovery.ts'
import { revokeAccess } from './recovery/recovery-queries.ts'
import * as factors from './second-factor/factor-queries.ts'
import { lockUser } from './user-queries.ts'

export const listAccountEvents = (db: Db, userId: string, limit: number) => listEvents(db, userId, limit)

/** Ends all sessions and voids recovery links and e-mail changes. Returns the number of sessions; null without an account. */
export function signOutUser(db: Db, userId: string): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return null
    const { sessions: endedCount } = await revokeAccess(tx, user)
    await voidRecovery(tx, userId)
    await recordServerEvent(tx, userId, 'operator_signed_out')
    return endedCount
  })
}

export const roles = ['person', 'operator'] as const
export type Role = (typeof roles)[number]

export const findRole = (db: Db, userId: string) => factors.findRole(db, userId)

/** For a restored backup, whose file could have been changed. */
export const takeAllRoles = (db: Db) => factors.takeAllRoles(db)

/** Sets the role and records a change. An operator gets access only with a second factor. False without an account. */
export function updateRole(db: Db, userId: string, role: Role): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) return false
    if ((await factors.findRole(tx, userId)) === role) return true
    await factors.updateRole(tx, userId, role)
    await recordServerEvent(tx, userId, role === 'operator' ? 'operator_role_given' : 'operator_role_taken')
    return true
  })
}
