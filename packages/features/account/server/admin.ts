import { type Db, inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { revokeAccess } from '../../auth/server/access/access-queries.ts'
import { recordServerEvent } from '../../auth/server/events/account-events.ts'
import * as roleQueries from '../../auth/server/users/role-queries.ts'
import { lockUser } from '../../auth/server/users/user-queries.ts'
import { voidRecovery } from '../../second-factor/server/factor-recovery/factor-recovery.ts'

/** Ends all sessions and voids recovery links and e-mail changes. Returns the number of sessions; null without an account. */
export function signOutUser(context: Pick<AppContext, 'db' | 'accountHooks'>, userId: string): Promise<number | null> {
  return inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return null
    const { sessions: endedCount } = await revokeAccess(tx, context, user)
    await voidRecovery(tx, userId)
    await recordServerEvent(tx, userId, 'operator_signed_out')
    return endedCount
  })
}

export const roles = ['person', 'operator'] as const
export type Role = (typeof roles)[number]

/** Sets the role and records a change. An operator gets access only with a second factor. False without an account. */
export function updateRole(db: Db, userId: string, role: Role): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) return false
    if ((await roleQueries.findRole(tx, userId)) === role) return true
    await roleQueries.updateRole(tx, userId, role)
    await recordServerEvent(tx, userId, role === 'operator' ? 'operator_role_given' : 'operator_role_taken')
    return true
  })
}
