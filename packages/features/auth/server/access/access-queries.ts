import type { Db } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { sql } from 'kysely'
import { deleteApiKeysOf } from '../api-keys/api-key-queries.ts'
import { revokeDevices } from '../sessions/device-queries.ts'

export interface AccessToKeep {
  sessions?: readonly string[]
  token?: string | null
}

/** Voids what someone without a session could still finish: links for a new password or e-mail, and linking a provider. */
export async function voidLinks(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  // the value is the account's id, or better-auth's state of a linking that contains it
  await db.deleteFrom('auth_verification').where(sql<boolean>`strpos(value, ${id}) > 0`).execute()
  await db
    .updateTable('auth_user')
    .set({ pending_email: null, pending_id: null, pending_session: null })
    .where('id', '=', id)
    .execute()
  await db
    .deleteFrom('auth_mail')
    .where('kind', 'in', ['recover', 'change'])
    .where((eb) => eb.or([eb('user_id', '=', id), eb.and([eb('user_id', 'is', null), eb('email', '=', email)])]))
    .execute()
}

/** Voids everything that could open or take over an account. Call it in the change's transaction, with the account locked. */
export async function revokeAccess(
  db: Db,
  { accountHooks }: Pick<AppContext, 'accountHooks'>,
  user: { id: string; email: string },
  keep: AccessToKeep = {},
): Promise<{ sessions: number; keys: number }> {
  const { id } = user
  const { sessions = [], token = null } = keep
  await voidLinks(db, user)
  await accountHooks.secondFactor.endSteps(db, id)
  const keys = await deleteApiKeysOf(db, id)
  const endedSessions = await db
    .deleteFrom('auth_session')
    .where('user_id', '=', id)
    .$if(sessions.length > 0, (query) => query.where('id', 'not in', sessions))
    .$if(token !== null, (query) => query.where('token', '!=', token))
    .returning('id')
    .execute()
  await revokeDevices(db, id)
  return { sessions: endedSessions.length, keys }
}
