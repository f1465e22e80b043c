import { hkdfSync } from 'node:crypto'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { decrypt, encrypt } from '@duo/platform/server/security/sealed-text.ts'

/** Bytes of a row, so that backups and restores hold no large values. */
const chunkSize = 256 * 1024 - 64

/** Each owner's files have a key of their own. */
const keyOf = ({ dataKey }: Keys, ownerId: string) =>
  Buffer.from(hkdfSync('sha256', dataKey, 'duo', `studio file ${ownerId}`, 32))

interface FileOf {
  ownerId: string
  versionId: string
}

/** Cuts a part of a file into encrypted chunks. A chunk opens only at its place in its file. */
export function sealChunks(keys: Keys, { ownerId, versionId }: FileOf, part: Buffer, at: number) {
  const key = keyOf(keys, ownerId)
  return Array.from({ length: Math.ceil(part.length / chunkSize) }, (_, index) => {
    const place = at + index * chunkSize
    const plain = part.subarray(index * chunkSize, (index + 1) * chunkSize)
    return { place, bytes: encrypt(key, plain, `${versionId} ${place}`) }
  })
}

/** Throws for chunks of another owner, file or place. */
export function openChunks(
  keys: Keys,
  { ownerId, versionId }: FileOf,
  chunks: readonly { place: number; bytes: Buffer }[],
): Buffer {
  const key = keyOf(keys, ownerId)
  return Buffer.concat(chunks.map(({ place, bytes }) => decrypt(key, bytes, `${versionId} ${place}`)))
}
