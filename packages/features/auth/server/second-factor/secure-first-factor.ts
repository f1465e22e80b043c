import type { Db } from '@duo/db/index.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import type { Viewer } from '@duo/platform/server/trpc.ts'
import type { AddedFactor } from '../../second-factor-schema.ts'
import { deleteApiKeysOf } from '../api-keys/api-key-queries.ts'
import { markFactorPassed } from '../fresh-factor/fresh-factor-queries.ts'
import { createRecoveryCodes } from '../one-time-codes/recovery-codes.ts'
import { deleteOtherSessions } from '../sessions/session-queries.ts'
import { deleteSetups } from './second-step-queries.ts'

/**
 * Ends what could act without the account's first factor: other sessions, API keys, and set-ups that this session started with
 * the password alone. Devices stay known, so that the owner can dispute the factor. Call it with the account locked.
 */
export async function secureFirstFactor(
  db: Db,
  context: { secret: Keys },
  { id: userId, session }: Pick<Viewer, 'id' | 'session'>,
): Promise<AddedFactor> {
  await deleteOtherSessions(db, userId, session.id)
  await deleteSetups(db, session.id)
  // setting it up has just proven it
  await markFactorPassed(db, session.id)
  return { endedKeys: await deleteApiKeysOf(db, userId), recoveryCodes: await createRecoveryCodes(db, context, userId) }
}
