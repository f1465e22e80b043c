import { crc32 } from 'node:zlib'
import { digitalSource } from '@duo/platform/shared/digital-source.ts'

/** XMP (ISO 16684) with the IPTC property that says how a picture was made. No padding, because no program edits these files. */
export const xmpMark = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${digitalSource.algorithmic}"/></rdf:RDF></x:xmpmeta>`

const signatureAndHeaderLength = 8 + 25

/** Inserts the mark as an iTXt chunk after the header chunk (PNG 1.2; XMP part 3, section 1.1.5). */
export function markPng(png: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0', 'latin1'), Buffer.from(xmpMark)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(data))
  const head = png.subarray(0, signatureAndHeaderLength)
  return Buffer.concat([head, length, data, checksum, png.subarray(signatureAndHeaderLength)])
}

/** Puts the mark into a drawing's metadata element. */
export const markSvg = (svg: string) => svg.replace(/^<svg[^>]*>/, (tag) => `${tag}<metadata>${xmpMark}</metadata>`)
