import type { FoundPicture } from './found.ts'

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const xmpKeyword = Buffer.from('XML:com.adobe.xmp\0\0\0', 'latin1')

/** Returns the mark of a PNG, WebP, AVIF or SVG picture, or null if the file is none. Never unpacks anything. */
export function pictureIn(file: Buffer): FoundPicture | null {
  if (file.subarray(0, 8).equals(pngSignature)) return { term: termIn(xmpOfPng(file)) }
  const isWebp = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP'
  if (isWebp || file.toString('latin1', 4, 12) === 'ftypavif') return { term: termIn(xmpAnywhere(file)) }
  const start = file
    .toString('utf8', 0, 1_000)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/^(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(start)) return { term: termIn(xmpAnywhere(file)) }
  return null
}

function xmpOfPng(file: Buffer): string {
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const end = at + 8 + length
    if (end + 4 > file.length) return ''
    const data = file.subarray(at + 8, end)
    if (file.toString('latin1', at + 4, at + 8) === 'iTXt' && data.subarray(0, xmpKeyword.length).equals(xmpKeyword))
      return data.toString('utf8')
    at = end + 4
  }
  return ''
}

const maxXmpLength = 100_000

function xmpAnywhere(file: Buffer): string {
  const start = file.indexOf('<x:xmpmeta')
  const end = start < 0 ? -1 : file.indexOf('</x:xmpmeta>', start)
  return end < 0 || end - start > maxXmpLength ? '' : file.toString('utf8', start, end)
}

const termIn = (xmp: string) => /Iptc4xmpExt:DigitalSourceType(?:="|>)([^"<]{1,200})/.exec(xmp)?.[1] ?? null
