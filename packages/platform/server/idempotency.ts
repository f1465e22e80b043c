import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { v5, validate } from 'uuid'
import { AppError } from '../shared/errors.ts'
import { purge } from './purge.ts'
import { keyedHash } from './security/keyed-hash.ts'
import type { Keys } from './security/keys.ts'

/** For statements that claim a key themselves. */
export const keyLifetime = sql`interval '1 hour'`

export interface IdempotentCall {
  keyHash: string
  inputHash: string
}

/** The input's hash uses the key, which is not stored, so a password in the input cannot be guessed from the table. */
export function idempotentCall(
  { idempotencyKey, secret }: { idempotencyKey: string | null; secret: Keys },
  procedure: string,
  input: object,
): IdempotentCall | null {
  if (idempotencyKey === null) return null
  if (!validate(idempotencyKey)) throw new AppError('bad_input', { message: 'the idempotency key is not a UUID' })
  const key = idempotencyKey.toLowerCase()
  return {
    keyHash: keyedHash(secret, `idempotency key of ${procedure}`, key),
    inputHash: keyedHash(secret, `idempotency input of ${key}`, JSON.stringify(input)),
  }
}

export const derivedKey = (key: string, content: unknown) => v5(JSON.stringify(content), key)

/** Run it in the action's own transaction. Returns false for a retry: `findEffect` then returns the effect. */
export async function claimKey(db: Db, { keyHash, inputHash }: IdempotentCall, effectId: string | null): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    select claim_idempotency_key(${keyHash}, ${inputHash}, ${effectId}::uuid, ${keyLifetime}) as claimed`.execute(db)
  return rows[0]?.claimed ?? false
}

/** Returns the earlier call's effect, or undefined. Throws `conflict` when the input differs. */
export async function findEffect(
  db: Pick<Db, 'selectFrom'>,
  { keyHash, inputHash }: IdempotentCall,
): Promise<{ effectId: string | null } | undefined> {
  const earlier = await db
    .selectFrom('idempotency_key')
    .where('key_hash', '=', keyHash)
    .where('created_at', '>=', sql<Date>`now() - ${keyLifetime}`)
    .select(['input_hash as inputHash', 'effect_id as effectId'])
    .executeTakeFirst()
  if (earlier && earlier.inputHash !== inputHash) throw new AppError('conflict')
  return earlier
}

export function replaceEffect(db: Db, { keyHash }: IdempotentCall, effectId: string) {
  return db
    .updateTable('idempotency_key')
    .set({ effect_id: effectId, created_at: sql<Date>`now()` })
    .where('key_hash', '=', keyHash)
    .execute()
}

export const deleteExpiredKeys = (db: Db) =>
  purge(db, 'idempotency_key', { key: 'key_hash', where: sql`created_at < now() - ${keyLifetime}` })
