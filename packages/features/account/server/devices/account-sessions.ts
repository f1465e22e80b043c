import { inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { revokeAccess } from '#auth/server/access/access-queries.ts'
import { type AccountContext, lockOwner, recordUserEvent } from '#auth/server/sessions/account-context.ts'
import { revokeDevice } from '#auth/server/sessions/device-queries.ts'
import * as sessions from '#auth/server/sessions/session-queries.ts'
import * as queries from '#auth/server/users/user-queries.ts'
import type { SessionEntry } from '../../schema.ts'

export async function listSessions({ db, user }: AccountContext): Promise<{ sessions: SessionEntry[] }> {
  const rows = await sessions.listSessions(db, user.id)
  return {
    sessions: rows.map(({ id, created_at, updated_at, expires_at, user_agent }) => ({
      id,
      current: id === user.session.id,
      createdAt: created_at.toISOString(),
      lastUsedAt: updated_at.toISOString(),
      expiresAt: expires_at.toISOString(),
      userAgent: user_agent ?? '',
    })),
  }
}

export function revokeSession(context: AccountContext, id: string): Promise<{ error: null }> {
  const { db, user } = context
  return inTransaction(db, async (tx) => {
    const session = await sessions.deleteSession(tx, { userId: user.id, id })
    if (!session) throw new AppError('not_found')
    if (session.deviceId) await revokeDevice(tx, { userId: user.id, id: session.deviceId })
    await recordUserEvent(tx, context, 'session_ended')
    await queries.clearPendingEmail(tx, user.id, { session: id })
    return { error: null }
  })
}

/** Ends all other sessions and API keys, and voids every link that could open the account or change its e-mail. */
export function revokeOtherSessions(
  context: AccountContext & Pick<AppContext, 'accountHooks'>,
): Promise<{ error: null; ended: number; endedKeys: number }> {
  const { db, user } = context
  return inTransaction(db, async (tx) => {
    const row = await lockOwner(tx, user)
    const ended = await revokeAccess(tx, context, row, { sessions: [user.session.id] })
    await recordUserEvent(tx, context, 'signed_out_everywhere')
    return { error: null, ended: ended.sessions, endedKeys: ended.keys }
  })
}
