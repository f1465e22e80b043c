import { analyse } from 'chardet'

const byteOrderMarks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** Enough to tell the encoding of a text. */
const sampleSize = 64 * 1024

/** Null for bytes that are no text in any of the encodings that people's programs write. */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes)
  if (!encoding) return null
  const text = new TextDecoder(encoding).decode(bytes)
  return isText(text) ? text : null
}

function encodingOf(bytes: Uint8Array): string | null {
  const marked = byteOrderMarks.find((mark) => mark.bytes.every((byte, place) => bytes[place] === byte))
  if (marked) return marked.encoding
  const wide = wideEncoding(bytes.subarray(0, sampleSize))
  if (wide) return wide
  return isUtf8(bytes)
    ? 'utf-8'
    : (declaredEncoding(bytes) ?? (mostlyUtf8(bytes) ? 'utf-8' : guessedEncoding(bytes.subarray(0, sampleSize))))
}

/** Of Latin text in UTF-16, every other byte is zero. */
function wideEncoding(sample: Uint8Array): string | null {
  const zeros = [0, 0]
  sample.forEach((byte, place) => {
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const many = sample.length * 0.3
  if (odd > many && even < many / 10) return 'utf-16le'
  return even > many && odd < many / 10 ? 'utf-16be' : null
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** As a page or an XML file says at its beginning. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024))
  const label = /<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?([\w-]{2,30})/i.exec(start)?.[1]
  try {
    return label ? new TextDecoder(label).encoding : null
  } catch {
    return null
  }
}

/** How much likelier than Western European another encoding must be; short texts in English or Portuguese differ by less. */
const doubt = 10

/** By how often letters follow each other in a language: spreadsheets and subtitles still come in the encoding of a country. */
function guessedEncoding(sample: Uint8Array): string {
  const guesses = analyse(sample).filter(({ name }) => !name.startsWith('UTF'))
  const western = guesses.find(({ name }) => name === 'windows-1252' || name === 'ISO-8859-1')
  const [best] = guesses
  const isOther = best && best !== western && best.confidence >= (western?.confidence ?? 0) + doubt
  if (isOther && isKnown(best.name)) return best.name
  return isFromMac(sample) ? 'macintosh' : 'windows-1252'
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

/**
 * Excel for Mac writes CSV so. In the middle of a word, Windows has its accents from 0xC0, and Mac OS Roman most of its
 * own below 0xA0, where Windows has quotes and dashes; its apostrophe is 0xD5.
 */
function isFromMac(sample: Uint8Array): boolean {
  const text = Buffer.from(sample).toString('latin1')
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return count(/[A-Za-z][\x80-\x90\x98-\x9f\xd5](?=[a-z])/g) > count(/[A-Za-z][\xc0-\xd4\xd6-\xff](?=[a-z])/g)
}

/** A text that was cut or mixed has a few faults; in Latin-1, nearly each letter with an accent is one. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, sampleSize))
  const faults = text.match(/\uFFFD/g)?.length ?? 0
  const accents = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  return faults < accents
}

/** A stray NUL or bell does not make a text a program. */
function isText(text: string): boolean {
  const sample = text.slice(0, sampleSize)
  const controls = sample.match(/[\p{Cc}--[\n\r\t\f\v]]/gv)?.length ?? 0
  return controls <= Math.max(4, sample.length * 0.01)
}
