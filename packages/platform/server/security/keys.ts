import { hkdfSync } from 'node:crypto'

/** The server's keys. Whoever signs or hashes names a purpose, so that nothing made for one purpose holds for another. */
export interface Keys {
  /** The key that signs for a purpose now, as 43 letters. */
  signing: (purpose: string) => string
  /** Every key whose signatures hold for a purpose, the signing one first; `legacy` is how the key was made from the secret before HKDF. */
  accepted: (purpose: string, legacy: (secret: string) => string) => string[]
  /** Keys stored hashes. It never changes: it is not derived from the secret, only kept encrypted under it (data-key.ts). */
  dataKey: Buffer
}

interface KeySource {
  secret: string
  /** Earlier secrets, newest first: what they signed still holds. */
  previous?: readonly string[]
  dataKey: Buffer
  /** Until when signatures from before HKDF hold, ms since 1970. */
  legacyUntil?: number
}

/** Derives 256 bits for one purpose from a secret (RFC 5869). The salt only names this app: the secret is random enough by itself. */
export const deriveKey = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'duo', purpose, 32))

/** Makes the keys of a server. Derived keys are kept, because every call of someone who is signed in needs one. */
export function createKeys({ secret, previous = [], dataKey, legacyUntil = 0 }: KeySource): Keys {
  const secrets = [secret, ...previous]
  const derived = new Map<string, string[]>()
  const keysFor = (purpose: string) => {
    const known = derived.get(purpose) ?? secrets.map((one) => deriveKey(one, `sign ${purpose}`).toString('base64url'))
    derived.set(purpose, known)
    return known
  }
  return {
    signing: (purpose) => keysFor(purpose)[0] ?? '',
    accepted: (purpose, legacy) => [...keysFor(purpose), ...(Date.now() < legacyUntil ? secrets.map(legacy) : [])],
    dataKey,
  }
}
