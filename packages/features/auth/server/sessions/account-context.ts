import type { Db } from '@duo/db/index.ts'
import type { RequestContext, Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { EventKind } from '../../schema.ts'
import { type Actor, recordEvent } from '../events/account-events.ts'
import { lockUser } from '../users/user-queries.ts'
import { findSessionToken } from './session-queries.ts'

export type AccountContext = Pick<
  RequestContext,
  'db' | 'log' | 'passwords' | 'rateLimit' | 'secret' | 'clientAddress' | 'userAgent'
> & {
  user: Viewer
}

export const actorOfContext = ({ clientAddress, userAgent, user }: AccountContext): Actor => ({
  clientAddress,
  userAgent,
  sessionId: user.session.id,
})

export const recordUserEvent = (db: Db, context: AccountContext, kind: EventKind) =>
  recordEvent(db, context, { userId: context.user.id }, { kind, actor: actorOfContext(context) })

/** Locks the account. Throws `unauthorized` when it or the session has ended. */
export async function lockOwner(db: Db, user: Viewer) {
  const row = await lockUser(db, user.id)
  if (!row || !(await findSessionToken(db, user.session.id))) throw new AppError('unauthorized')
  return row
}
