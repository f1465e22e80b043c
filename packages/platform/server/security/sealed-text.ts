import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

/** Authenticated context: a text sealed for one purpose and owner opens for no other. */
export interface SealedFor {
  purpose: string
  owner: string
}

const keyOf = ({ dataKey }: Keys, purpose: string) => Buffer.from(hkdfSync('sha256', dataKey, 'duo', `seal ${purpose}`, 32))

export const seal = (keys: Keys, { purpose, owner }: SealedFor, text: string): string =>
  encrypt(keyOf(keys, purpose), Buffer.from(text), owner).toString('base64url')

/** Throws for another key, purpose or owner, and for changed text. */
export const unseal = (keys: Keys, { purpose, owner }: SealedFor, sealed: string): string =>
  decrypt(keyOf(keys, purpose), Buffer.from(sealed, 'base64url'), owner).toString('utf8')

/** AES-256-GCM: a random nonce (12 bytes), the tag (16 bytes), and the encrypted bytes. `owner` is authenticated with them. */
export function encrypt(key: Buffer, plain: Buffer, owner = ''): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** Throws for another key or owner, and for changed bytes. */
export function decrypt(key: Buffer, bytes: Buffer, owner = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}
