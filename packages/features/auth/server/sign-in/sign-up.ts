import type { Db } from '@duo/db/index.ts'
import { claimKey, findEffect, type IdempotentCall, idempotentCall, replaceEffect } from '@duo/platform/server/idempotency.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import { findUserById } from '../users/user-queries.ts'
import type { CallState } from './call-state.ts'

/** Returns null for other calls, and without an idempotency key. */
export function idempotentSignUp({ secret }: AppContext, { path, headers, body }: CallState): IdempotentCall | null {
  if (path !== '/sign-up/email') return null
  const { name, email, password, language, next } = body
  const input = { name, email, password, language, next }
  return idempotentCall({ secret, idempotencyKey: headers.idempotencyKey ?? null }, 'auth.sign-up', input)
}

/** Responds alike whether or not the e-mail had an account. Throws `conflict` when the key was used with other input. */
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

/** Claims the key in the transaction that creates the account. Throws `conflict` when it had other input. */
export async function claimSignUp(db: Db, call: IdempotentCall | null | undefined, userId: string): Promise<void> {
  if (!call || (await claimKey(db, call, userId))) return
  if (await findEffect(db, call)) await replaceEffect(db, call, userId)
}

/** Claims the key when the account exists. False when a copy of the call came first. */
export async function claimRepeatedSignUp(db: Db, call: IdempotentCall | null | undefined): Promise<boolean> {
  if (!call || (await claimKey(db, call, null))) return true
  return (await findEffect(db, call)) === undefined
}
