import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { CompactSign, compactVerify, decodeProtectedHeader, importJWK } from 'jose'

/** A public key as published (RFC 8037). `kid` is its thumbprint (RFC 7638). */
export interface PublicNoteKey {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
  use: 'sig'
  alg: 'EdDSA'
}

export interface NoteKey {
  publicKey: PublicNoteKey
  privateKey: KeyObject
}

/** PKCS#8 (RFC 8410) of an Ed25519 key, up to its 32 bytes. */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

/** `seed` has 32 bytes. The same seed always gives the same key. */
export function noteKeyFrom(seed: Buffer): NoteKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([privateKeyHead, seed]), format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: publicNoteKey(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '') }
}

/** `x` is the public key in base64url. */
export function publicNoteKey(x: string): PublicNoteKey {
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' }
}

/** Where a server publishes the keys that ever signed its notes, as a JWK set (RFC 7517). */
export const noteKeysPath = '/.well-known/duo-signing-key.json'

/** Keeps a JWS from being accepted where another kind of JWS is expected (RFC 8725, section 3.11). */
const noteType = 'duo-provenance+jws'

/** Returns a compact JWS (RFC 7515) of the claims. */
export const signNote = ({ publicKey: { kid }, privateKey }: NoteKey, claims: object): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: 'EdDSA', kid, typ: noteType }).sign(privateKey)

export type OpenedNote = { claims: unknown; kid: string } | { fault: 'malformed' | 'unknown_key' | 'invalid_signature' }

const maxNoteLength = 4_000

/** Checks the signature of a note. Never throws: notes come from untrusted files. */
export async function openNote(note: string, keys: readonly PublicNoteKey[]): Promise<OpenedNote> {
  const kid = keyIdOf(note)
  if (kid === null) return { fault: 'malformed' }
  const key = keys.find((one) => one.kid === kid)
  if (!key) return { fault: 'unknown_key' }
  try {
    const { payload } = await compactVerify(note, await importJWK({ ...key }), { algorithms: ['EdDSA'] })
    return { claims: JSON.parse(Buffer.from(payload).toString('utf8')), kid }
  } catch {
    return { fault: 'invalid_signature' } // jose and JSON.parse throw for anything that we did not sign
  }
}

function keyIdOf(note: string): string | null {
  if (note.length > maxNoteLength) return null
  try {
    const { alg, typ, kid } = decodeProtectedHeader(note)
    return alg === 'EdDSA' && typ === noteType && typeof kid === 'string' ? kid : null
  } catch {
    return null // not a JWS
  }
}
