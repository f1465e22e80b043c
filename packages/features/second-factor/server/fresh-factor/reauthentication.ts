import { consume, undoCountsIfUnavailable } from '@duo/platform/server/security/rate-limit.ts'
import { passwordLimit } from '#auth/schema.ts'
import { type AccountContext, recordUserEvent } from '#auth/server/sessions/account-context.ts'
import * as queries from '#auth/server/users/user-queries.ts'
import type { ReauthenticationError } from '../../schema.ts'
import { requireFreshFactor } from './fresh-factor.ts'
import type { SessionProof } from './fresh-factor-queries.ts'

/**
 * Requires a fresh factor if the account has one, before any password is looked at, and the password if it has one. An account
 * with neither needs a recent sign-in. Returns null when the check passes. Throws `fresh_factor_needed`; 429.
 */
export async function requireReauthentication(
  context: AccountContext,
  password: string | null,
): Promise<ReauthenticationError | null> {
  const proof = await requireFreshFactor(context.db, context.user)
  const count = { limit: passwordLimit, key: context.user.id }
  await consume(context, count)
  try {
    return await checkProof(context, password, proof)
  } catch (error) {
    await undoCountsIfUnavailable(context, [count], error)
    throw error
  }
}

async function checkProof(
  context: AccountContext,
  password: string | null,
  { hasFactor, isSignInRecent }: SessionProof,
): Promise<ReauthenticationError | null> {
  const { db, user, passwords } = context
  const hash = (await queries.listLinkedAccounts(db, user.id)).find((account) => account.password !== null)?.password
  if (hash) {
    if (password !== null && (await passwords.verify(hash, password))) return null
    await recordUserEvent(db, context, 'password_refused')
    return { error: 'wrong_password' }
  }
  return hasFactor || isSignInRecent ? null : { error: 'sign_in_again' }
}
