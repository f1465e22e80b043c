import type { Db } from '@duo/db/index.ts'
import { claimKey, findEffect, type IdempotentCall, idempotentCall, replaceEffect } from '@duo/platform/server/idempotency.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import type { CallState } from '../better-auth/call-state.ts'
import { findUserById } from '../user-queries.ts'

/** The sign-up under its caller's idempotency key; null without one, and for every other call. */
export function idempotentSignUp({ secret }: AppContext, { path, headers, body }: CallState): IdempotentCall | null {
  if (path !== '/sign-up/email') return null
  const { name, email, password, language, next } = body
  const input = { name, email, password, language, next }
  return idempotentCall({ secret, idempotencyKey: headers.idempotencyKey ?? null }, 'auth.sign-up', input)
}

/**
 * The answer to a sign-up that was made under the same key before; null when there was none, or its account is gone. The key is kept
 * whether or not the address had an account, and the answer is the same for both: it says nothing about who has one, and signs nobody in.
 * Throws `conflict` when the key was another sign-up's, also one with another password.
 */
export async function replaySignUp(
  { db }: AppContext,
  call: IdempotentCall | null,
  { body }: CallState,
): Promise<Response | null> {
  const effect = call && (await findEffect(db, call))
  if (!effect || (effect.effectId !== null && !(await findUserById(db, effect.effectId)))) return null
  const now = new Date().toISOString()
  const { name, email, language } = body
  const user = { name, email, emailVerified: false, image: null, createdAt: now, updatedAt: now, language, id: uuid() }
  return Response.json({ token: null, user }, { headers: { 'Idempotency-Replayed': 'true' } })
}

/** Claims the key in the transaction that makes the account. Throws `conflict` when it was another sign-up's. */
export async function claimSignUp(db: Db, call: IdempotentCall | null | undefined, userId: string): Promise<void> {
  if (!call || (await claimKey(db, call, userId))) return
  // the address was free, so what the same call made before is gone
  if (await findEffect(db, call)) await replaceEffect(db, call, userId)
}

/** The same where the address has an account. False when a copy of the call has come first: then there is nothing to do. */
export async function claimRepeatedSignUp(db: Db, call: IdempotentCall | null | undefined): Promise<boolean> {
  if (!call || (await claimKey(db, call, null))) return true
  return (await findEffect(db, call)) === undefined
}
