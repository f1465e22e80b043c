import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { foldCode, randomCode } from '../../shared/text/typed-code.ts'
import { purge } from '../purge.ts'
import { keyedHash } from '../security/keyed-hash.ts'
import type { Keys } from '../security/keys.ts'
import { seal, unseal } from '../security/sealed-text.ts'

interface CodeContext {
  db: Db
  secret: Keys
}

/** The secret part of a mailed link, and the page that it opens, as a path without a language. */
export interface LinkTarget {
  page: string
  token: string
}

/** With the code that is printed beside the link. */
export interface MailedLink extends LinkTarget {
  code: string
}

/** The first characters name the row, so that a wrong try counts for it. They are random, so only a reader of the mail knows them. */
const locatorLength = 4
/** 40 bits. */
const secretLength = 8

export const maxCodeTries = 5

const locatorHash = (secret: Keys, code: string) => keyedHash(secret, 'mail code locator', code.slice(0, locatorLength))
const codeHash = (secret: Keys, code: string) => keyedHash(secret, 'mail code', code)
/** The code is part of the key: without it, the database and its key open no token. */
const sealedFor = (code: string, owner: string) => ({ purpose: `mail code ${code}`, owner })

/** Stores a code that can be exchanged for a mailed token. Neither can be read from the row. `expiresIn` is the token's. */
export async function issueMailCode(
  { db, secret }: CodeContext,
  { page, token }: LinkTarget,
  expiresIn: string,
): Promise<MailedLink> {
  const id = uuid()
  const code = randomCode(locatorLength + secretLength)
  const row = {
    id,
    page,
    locator_hash: locatorHash(secret, code),
    code_hash: codeHash(secret, code),
    sealed_token: seal(secret, sealedFor(code, id), token),
    expires_at: sql<Date>`now() + ${expiresIn}::interval`,
  }
  await db.insertInto('mail_code').values(row).execute()
  return { page, token, code: code.replace(/(.{4})(?=.)/g, '$1-') }
}

/**
 * Returns the link of a typed code, or null. The token keeps its own rules: once the link was used or has ended, the
 * code opens nothing. Five wrong tries end a code.
 */
export async function redeemMailCode({ db, secret }: CodeContext, input: string): Promise<LinkTarget | null> {
  const code = foldCode(input.normalize('NFKC')).replace(/[^0-9A-Z]/g, '')
  if (code.length !== locatorLength + secretLength) return null
  // counted in the statement that compares, so that concurrent guesses are not free
  const { rows } = await sql<{ id: string; page: string; sealed: string; fits: boolean }>`
    update mail_code
    set wrong_tries = wrong_tries + case when code_hash = ${codeHash(secret, code)} then 0 else 1 end
    where locator_hash = ${locatorHash(secret, code)} and wrong_tries < ${maxCodeTries} and expires_at > now()
    returning id, page, sealed_token as sealed, code_hash = ${codeHash(secret, code)} as fits`.execute(db)
  const row = rows.find(({ fits }) => fits)
  return row ? { page: row.page, token: unseal(secret, sealedFor(code, row.id), row.sealed) } : null
}

export const purgeMailCodes = (db: Db) => purge(db, 'mail_code', { where: sql`expires_at < now()` })
