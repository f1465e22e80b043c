import { randomBytes } from 'node:crypto'
import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { createKeys, deriveKey, type Keys } from './keys.ts'
import { decrypt, encrypt } from './sealed-text.ts'

interface Secrets {
  secret: string
  previous?: readonly string[]
}

/** Loads or creates the data key; encrypts it again when a previous secret opened it. Throws when no secret fits. */
export async function openKeys(db: Db, { secret, previous = [] }: Secrets): Promise<Keys> {
  const stored = (await storedKey(db)) ?? (await storeFirstKey(db, secret))
  const opener = [secret, ...previous].find((one) => unwrap(one, stored.wrapped) !== null)
  const dataKey = opener === undefined ? null : unwrap(opener, stored.wrapped)
  if (opener === undefined || dataKey === null)
    throw new Error('SECRET does not open the key of this database: set it, or SECRET_PREVIOUS, to the secret of its last server')
  if (opener !== secret) await rewrap(db, { from: stored.wrapped, to: wrap(secret, dataKey) })
  return createKeys({ secret, previous, dataKey })
}

/** Identifies a secret without revealing it. */
export const fingerprintOf = (secret: string): string => deriveKey(secret, 'fingerprint').toString('base64url')

/** Returns the secret that opens the data key; undefined if none does, null if there is no key yet. */
export async function openingSecret(db: Db, secrets: readonly string[]): Promise<string | undefined | null> {
  const stored = await storedKey(db)
  return stored ? secrets.find((one) => unwrap(one, stored.wrapped) !== null) : null
}

const storedKey = (db: Db) => db.selectFrom('data_key').select('wrapped').executeTakeFirst()

async function storeFirstKey(db: Db, secret: string) {
  await db
    .insertInto('data_key')
    .values({ wrapped: wrap(secret, randomBytes(32)) })
    .onConflict((row) => row.doNothing())
    .execute()
  const stored = await storedKey(db)
  if (!stored) throw new Error('the data key could not be stored')
  return stored
}

/** Another server may have done this meanwhile, with the same secret. */
const rewrap = (db: Db, { from, to }: { from: string; to: string }) =>
  db.updateTable('data_key').set({ wrapped: to, wrapped_at: sql<Date>`now()` }).where('wrapped', '=', from).execute()

const wrapping = (secret: string) => deriveKey(secret, 'wrap data key')

const wrap = (secret: string, dataKey: Buffer) => encrypt(wrapping(secret), dataKey).toString('base64')

function unwrap(secret: string, wrapped: string): Buffer | null {
  try {
    return decrypt(wrapping(secret), Buffer.from(wrapped, 'base64'))
  } catch {
    return null // authentication failed: wrong key
  }
}
