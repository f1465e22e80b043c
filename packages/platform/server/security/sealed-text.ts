import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

/** What a stored secret is for, and whose it is: sealed for one, it opens for no other. */
export interface SealedFor {
  purpose: string
  owner: string
}

// from the data key, which outlives a change of SECRET
const keyOf = ({ dataKey }: Keys, purpose: string) => Buffer.from(hkdfSync('sha256', dataKey, 'duo', `seal ${purpose}`, 32))

/** Encrypts a secret that has to be read again (AES-256-GCM): nonce, tag and text, base64url. */
export function seal(keys: Keys, { purpose, owner }: SealedFor, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keys, purpose), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts what `seal` made. Throws for what was sealed under another key, for another purpose or owner, or was changed. */
export function unseal(keys: Keys, { purpose, owner }: SealedFor, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keys, purpose), bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
