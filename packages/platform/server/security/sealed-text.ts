import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

/** Authenticated context: a text sealed for one purpose and owner opens for no other. */
export interface SealedFor {
  purpose: string
  owner: string
}

const keyOf = ({ dataKey }: Keys, purpose: string) => Buffer.from(hkdfSync('sha256', dataKey, 'duo', `seal ${purpose}`, 32))

export function seal(keys: Keys, { purpose, owner }: SealedFor, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keys, purpose), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Throws for another key, purpose or owner, and for changed text. */
export function unseal(keys: Keys, { purpose, owner }: SealedFor, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keys, purpose), bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
