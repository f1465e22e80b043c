import { crc32 } from 'node:zlib'
import { JSDOM } from '@duo/platform/testing/dom.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { agentArt } from './agents/agent-art.ts'
import { articleArt } from './articles/article-art.ts'
import { cachedDrawing, type Format } from './rasterize.ts'
import { drawShareCard } from './share-cards/share-card.ts'

const term = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'
const svg = agentArt('hypatia', ['#112233', '#ddeeff'])
const draw = (format: Format) => cachedDrawing((_name, make) => make(), svg, 128, format).load()

/** Lists the chunks, and throws if a checksum is wrong, as strict readers do. */
function chunksOf(png: Buffer) {
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    if (crc32(body) !== png.readUInt32BE(at + 8 + length)) throw new Error('wrong checksum')
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) })
    at += 12 + length
  }
  return chunks
}

const sourceTypeOf = (xmp: string) =>
  new JSDOM(xmp, { contentType: 'application/xml' }).window.document
    .getElementsByTagNameNS('http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'Description')[0]
    ?.getAttributeNS('http://iptc.org/std/Iptc4xmpExt/2008-02-29/', 'DigitalSourceType')

test.each(['avif', 'webp', 'png'] as const)('a picture as %s says that an algorithm made it', async (format) => {
  const { xmpAsString, width } = await sharp(await draw(format)).metadata()
  expect(sourceTypeOf(xmpAsString ?? '')).toBe(term)
  expect(width).toBe(128)
})

test('a PNG has the mark where readers of XMP look, with a valid checksum, in less than 600 bytes', async () => {
  const card = await drawShareCard({ headline: 'Duo', line: 'Line', art: svg, textWidth: 640, fontSize: 76 })
  for (const png of [card, await draw('png')]) {
    const chunks = chunksOf(png)
    expect(chunks.map(({ type }) => type).slice(0, 2)).toEqual(['IHDR', 'iTXt'])
    const mark = chunks[1]?.data ?? Buffer.alloc(0)
    expect(mark.length).toBeLessThan(600)
    expect(mark.toString('latin1', 0, 22)).toBe('XML:com.adobe.xmp\0\0\0\0\0')
    expect(sourceTypeOf(mark.toString('utf8', 22))).toBe(term)
  }
})

test('a drawing carries the mark as SVG metadata', () => {
  for (const drawing of [svg, articleArt('goduoai-revolution')]) {
    const { document } = new JSDOM(drawing, { contentType: 'application/xml' }).window
    expect(sourceTypeOf(document.querySelector('svg > metadata')?.innerHTML ?? '')).toBe(term)
  }
})
