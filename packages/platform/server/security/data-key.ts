import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { createKeys, deriveKey, type Keys } from './keys.ts'

interface Secrets {
  secret: string
  /** Earlier secrets, newest first. */
  previous?: readonly string[]
}

/** The longest life of anything that was signed before keys were derived: the way out of mails, in days. */
const longestLife = 366

/**
 * Opens the server's keys: reads the key of stored hashes, makes it the first time, and encrypts it under the present secret when an earlier
 * one still opens it. Several servers may do so at once. Throws, for the terminal, when no secret opens it.
 */
export async function openKeys(db: Db, { secret, previous = [] }: Secrets): Promise<Keys> {
  const stored = (await storedKey(db)) ?? (await storeFirstKey(db, { secret, previous }))
  const opener = [secret, ...previous].find((one) => unwrap(one, stored.wrapped) !== null)
  const dataKey = opener === undefined ? null : unwrap(opener, stored.wrapped)
  if (opener === undefined || dataKey === null)
    throw new Error(
      'SECRET does not open the key of this database: set it, or SECRET_PREVIOUS, to the secret that its last server had',
    )
  if (opener !== secret) await rewrap(db, { from: stored.wrapped, to: wrap(secret, dataKey) })
  const legacyUntil = stored.madeFromSecret ? stored.createdAt.getTime() + longestLife * 86_400_000 : 0
  return createKeys({ secret, previous, dataKey, legacyUntil })
}

/** Recognises a secret and does not reveal it. */
export const fingerprintOf = (secret: string): string => deriveKey(secret, 'fingerprint').toString('base64url')

/** Returns the one of these secrets that opens the key of stored hashes; undefined where none does, null where there is no key yet. */
export async function openingSecret(db: Db, secrets: readonly string[]): Promise<string | undefined | null> {
  const stored = await storedKey(db)
  return stored ? secrets.find((one) => unwrap(one, stored.wrapped) !== null) : null
}

const storedKey = (db: Db) =>
  db
    .selectFrom('data_key')
    .select(['wrapped', 'made_from_secret as madeFromSecret', 'created_at as createdAt'])
    .executeTakeFirst()

/**
 * Until now the secret itself keyed the hashes. Where there are any, or people have anything that it signed, it becomes the data key, so that
 * mailboxes are still recognised; a new database gets a random one.
 */
async function storeFirstKey(db: Db, { secret, previous }: Required<Secrets>) {
  const used = await db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('waitlist_signup').select('id')).as('signups'),
      eb.exists(eb.selectFrom('auth_user').select('id')).as('accounts'),
    ])
    .executeTakeFirstOrThrow()
  const isUsed = Boolean(used.signups || used.accounts)
  const dataKey = isUsed ? Buffer.from(previous[0] ?? secret, 'utf8') : randomBytes(32)
  await db
    .insertInto('data_key')
    .values({ wrapped: wrap(secret, dataKey), made_from_secret: isUsed })
    .onConflict((row) => row.doNothing())
    .execute()
  const stored = await storedKey(db)
  if (!stored) throw new Error('the key of stored hashes could not be stored')
  return stored
}

/** Another server may have done it meanwhile, under the same secret. */
const rewrap = (db: Db, { from, to }: { from: string; to: string }) =>
  db.updateTable('data_key').set({ wrapped: to, wrapped_at: sql<Date>`now()` }).where('wrapped', '=', from).execute()

const wrapping = (secret: string) => deriveKey(secret, 'wrap data key')

/** Encrypts the data key (AES-256-GCM): nonce, tag and text. */
function wrap(secret: string, dataKey: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', wrapping(secret), nonce)
  const text = Buffer.concat([cipher.update(dataKey), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

/** The data key, or null when another secret encrypted it. */
function unwrap(secret: string, wrapped: string): Buffer | null {
  const bytes = Buffer.from(wrapped, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', wrapping(secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  } catch {
    return null // the tag does not fit: a wrong key, the one failure that GCM has
  }
}
