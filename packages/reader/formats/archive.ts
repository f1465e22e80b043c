import { unzipSync } from 'fflate'
import { maxArchiveEntries, maxRatio, maxUnpacked, smallPart } from '../limits.ts'
import { RefusedError } from '../refused-error.ts'

const centralHeader = Buffer.from([0x50, 0x4b, 0x01, 0x02])
const encryptedFlag = 1

/**
 * Unpacks the parts of an archive that are wanted, into memory only, after checking what they claim to be. The library never writes more than
 * a part's claimed size.
 */
export function unpack(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
  if (isEncrypted(bytes)) throw new RefusedError('password')
  let entries = 0
  let unpacked = 0
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        entries += 1
        if (entries > maxArchiveEntries) throw new RefusedError('too_large')
        if (!isWanted(name)) return false
        unpacked += originalSize
        const isBomb = originalSize > smallPart && originalSize > size * maxRatio
        if (isBomb || unpacked > maxUnpacked) throw new RefusedError('too_large')
        return true
      },
    })
    return new Map(Object.entries(parts))
  } catch (error) {
    throw error instanceof RefusedError ? error : new RefusedError('broken')
  }
}

function isEncrypted(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let header = buffer.indexOf(centralHeader); header >= 0; header = buffer.indexOf(centralHeader, header + 4)) {
    if (header + 10 <= buffer.length && (buffer.readUInt16LE(header + 8) & encryptedFlag) !== 0) return isListed(buffer, header)
  }
  return false
}

/** The four letters may also stand in a part's contents; of a list's entry, the version is small. */
const isListed = (buffer: Buffer, header: number) => buffer.readUInt16LE(header + 6) < 100

/** Neither Word nor e-books define entities; a file that does makes the parser repeat them a billion times. */
export function xmlText(bytes: Uint8Array): string {
  const text = decodeXml(bytes)
  if (/<!ENTITY/i.test(text)) throw new RefusedError('broken')
  return text
}

function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
}
