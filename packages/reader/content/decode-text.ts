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
  return isUtf8(bytes) ? 'utf-8' : (declaredEncoding(bytes) ?? (mostlyUtf8(bytes) ? 'utf-8' : 'windows-1252'))
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
