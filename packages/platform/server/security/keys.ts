import { hkdfSync } from 'node:crypto'
import { type NoteKey, noteKeyFrom } from '../provenance/note-key.ts'

/** Every use names a purpose, so that nothing made for one purpose is valid for another. */
export interface Keys {
  signing: (purpose: string) => string
  /** Keys whose signatures are valid, the signing one first. */
  accepted: (purpose: string) => string[]
  /** Keys stored hashes. Not derived from the secret, only encrypted with it (data-key.ts), so it never changes. */
  dataKey: Buffer
  /** Sign notes about machine-made replies; the first one is current. */
  noteKeys: readonly [NoteKey, ...NoteKey[]]
}

interface KeySource {
  secret: string
  previous?: readonly string[]
  dataKey: Buffer
}

/** HKDF (RFC 5869) to 256 bits. The salt only names this app: the secret is random enough. */
export const deriveKey = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'duo', purpose, 32))

/** Caches derived keys, because every signed-in request needs one. */
export function createKeys({ secret, previous = [], dataKey }: KeySource): Keys {
  const secrets = [secret, ...previous]
  const derived = new Map<string, string[]>()
  const keysFor = (purpose: string) => {
    const keys = derived.get(purpose) ?? secrets.map((one) => deriveKey(one, `sign ${purpose}`).toString('base64url'))
    derived.set(purpose, keys)
    return keys
  }
  return {
    signing: (purpose) => keysFor(purpose)[0] ?? '',
    accepted: keysFor,
    dataKey,
    noteKeys: [noteKeyOf(secret), ...previous.map(noteKeyOf)],
  }
}

/** The key that signs notes under a secret. */
export const noteKeyOf = (secret: string) => noteKeyFrom(deriveKey(secret, 'sign provenance notes'))
