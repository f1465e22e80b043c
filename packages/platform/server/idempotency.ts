import type { Db } from '@duo/db/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { v5, validate } from 'uuid'
import { AppError } from '../shared/errors.ts'
import { keyedHash } from './security/keyed-hash.ts'
import type { Keys } from './security/keys.ts'

/** How long a key counts. */
const lifetimeMs = sql`interval '1 hour'`

/** A call that its caller repeats under the same key until an answer has come. Hashes, which are all that is stored of both. */
export interface IdempotentCall {
  keyHash: string
  inputHash: string
}

/**
 * The call of a procedure under the caller's `Idempotency-Key`, a UUID; null without one. `input` is what makes two calls the same. Throws
 * `bad_input` for a key that is no UUID. The input's hash is made with the key, which is not stored: a password in it cannot be guessed
 * from the table, not even with the server's secret.
 */
export function idempotentCall(
  { idempotencyKey, secret }: { idempotencyKey: string | null; secret: Keys },
  procedure: string,
  input: object,
): IdempotentCall | null {
  if (idempotencyKey === null) return null
  if (!validate(idempotencyKey)) throw new AppError('bad_input', { message: 'the idempotency key is no UUID' })
  const key = idempotencyKey.toLowerCase()
  return {
    keyHash: keyedHash(secret, `idempotency key of ${procedure}`, key),
    inputHash: keyedHash(secret, `idempotency input of ${key}`, JSON.stringify(input)),
  }
}

/** Another key for each content that is sent under the same one, a UUID too. */
export const derivedKey = (key: string, content: unknown) => v5(JSON.stringify(content), key)

/**
 * The statement that claims a key for an effect; it returns a row when the key was free, and first waits for a transaction that is claiming
 * it. `after` is what must be done before, as the name of an expression of the same statement.
 */
export const claiming = ({ keyHash, inputHash }: IdempotentCall, effectId: string | null, after: RawBuilder<unknown>) => sql`
  insert into idempotency_key as existing (key_hash, input_hash, effect_id)
  select ${keyHash}, ${inputHash}, ${effectId}::uuid from ${after}
  on conflict (key_hash) do update
    set input_hash = excluded.input_hash, effect_id = excluded.effect_id, created_at = excluded.created_at
    where existing.created_at < now() - ${lifetimeMs}
  returning key_hash`

/** Claims the key in the action's own transaction. False when the call was made before: `findEffect` then says what it did. */
export async function claimKey(db: Db, call: IdempotentCall, effectId: string | null): Promise<boolean> {
  const { rows } = await claiming(call, effectId, sql`(select) as always`).execute(db)
  return rows.length > 0
}

/** What the call did when it was made before; undefined when it was not. Throws `conflict` when its input was another one. */
export async function findEffect(
  db: Pick<Db, 'selectFrom'>,
  { keyHash, inputHash }: IdempotentCall,
): Promise<{ effectId: string | null } | undefined> {
  const earlier = await db
    .selectFrom('idempotency_key')
    .where('key_hash', '=', keyHash)
    .where('created_at', '>=', sql<Date>`now() - ${lifetimeMs}`)
    .select(['input_hash as inputHash', 'effect_id as effectId'])
    .executeTakeFirst()
  if (earlier && earlier.inputHash !== inputHash) throw new AppError('conflict')
  return earlier
}

/** Gives a claimed key another effect, where the one before is gone. */
export function replaceEffect(db: Db, { keyHash }: IdempotentCall, effectId: string) {
  return db
    .updateTable('idempotency_key')
    .set({ effect_id: effectId, created_at: sql<Date>`now()` })
    .where('key_hash', '=', keyHash)
    .execute()
}

/** Deletes keys that no longer count, at most so many. Returns how many. */
export async function deleteExpiredKeys(db: Db, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_key')
    .where('key_hash', 'in', ({ selectFrom }) =>
      selectFrom('idempotency_key').where('created_at', '<', sql<Date>`now() - ${lifetimeMs}`).select('key_hash').limit(limit),
    )
    // a key that was just claimed again counts
    .where('created_at', '<', sql<Date>`now() - ${lifetimeMs}`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
