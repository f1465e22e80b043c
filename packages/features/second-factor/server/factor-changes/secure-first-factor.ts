import type { Db } from '@duo/db/index.ts'
import { voidLinks } from '#auth/server/access/access-queries.ts'
import { deleteApiKeysOf } from '#auth/server/api-keys/api-key-queries.ts'
import { type AccountContext, recordUserEvent } from '#auth/server/sessions/account-context.ts'
import { deleteOtherSessions } from '#auth/server/sessions/session-queries.ts'
import type { AddedFactor } from '../../schema.ts'
import { deleteSetups } from '../challenges/challenge-queries.ts'
import { markFactorPassed } from '../fresh-factor/fresh-factor-queries.ts'
import { createRecoveryCodes } from '../recovery-codes/recovery-codes.ts'

/**
 * Ends what could act without the account's first factor: other sessions, API keys, mailed links, and changes and set-ups begun
 * with the password alone. Devices stay known, so that the owner can dispute the factor. Call it with the account locked.
 */
export async function secureFirstFactor(
  db: Db,
  context: AccountContext,
  owner: { id: string; email: string; pendingEmail: string | null },
): Promise<AddedFactor> {
  const { session } = context.user
  await deleteOtherSessions(db, owner.id, session.id)
  await deleteSetups(db, session.id)
  await voidLinks(db, owner)
  const endedEmailChange = owner.pendingEmail !== null
  if (endedEmailChange) await recordUserEvent(db, context, 'email_change_cancelled')
  // setting it up has just proven it
  await markFactorPassed(db, session.id)
  const endedKeys = await deleteApiKeysOf(db, owner.id)
  return { endedKeys, endedEmailChange, recoveryCodes: await createRecoveryCodes(db, context, owner.id) }
}
