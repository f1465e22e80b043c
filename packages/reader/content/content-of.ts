import type { FileType } from '../document.ts'
import { RefusedError } from '../refused-error.ts'
import { decodeText } from './decode-text.ts'
import { textType } from './text-type.ts'

export type Content =
  | { type: 'pdf' | 'docx' | 'epub'; bytes: Uint8Array }
  | { type: Exclude<FileType, 'pdf' | 'docx' | 'epub'>; text: string }

const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, place) => bytes[place] === byte)
const pdfHeader = '%PDF-'
const zipHeader = [0x50, 0x4b, 0x03, 0x04]
/** Of Word before 2007, and of documents that are encrypted with a password. */
const compoundHeader = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/**
 * Decides by the contents. The name only chooses between kinds of text: any text is also Markdown or CSV. A list of signatures of
 * all formats is not asked: a text that begins with "BM" would be a picture.
 */
export function contentOf(bytes: Uint8Array, name: string): Content {
  if (bytes.length === 0) throw new RefusedError('empty')
  if (latin(bytes.subarray(0, 1024)).includes(pdfHeader)) return { type: 'pdf', bytes }
  if (startsWith(bytes, zipHeader)) return { type: archiveType(bytes), bytes }
  if (startsWith(bytes, compoundHeader)) throw new RefusedError(isEncryptedDocument(bytes) ? 'password' : 'unknown_type')
  const text = decodeText(bytes)
  if (text === null) throw new RefusedError('unknown_type')
  return { type: textType(text, extensionOf(name)), text }
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** The list at the end of an archive names its parts as they are. */
function archiveType(bytes: Uint8Array): 'docx' | 'epub' {
  const list = latin(bytes.subarray(Math.max(0, bytes.length - 1_000_000)))
  if (list.includes('word/document.xml')) return 'docx'
  if (list.includes('META-INF/container.xml')) return 'epub'
  // Word may name its main part otherwise
  if (list.includes('[Content_Types].xml') && /word\/\w+\.xml/.test(list)) return 'docx'
  throw new RefusedError('unknown_type')
}

const isEncryptedDocument = (bytes: Uint8Array) => latin(bytes).includes([...'EncryptedPackage'].join('\0'))

/** In small letters; empty for a name without. */
export const extensionOf = (name: string) => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
