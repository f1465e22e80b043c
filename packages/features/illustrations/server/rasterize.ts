import { createHash } from 'node:crypto'
import type { FileCache } from '@duo/platform/server/files/file-cache.ts'
import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { markPng, xmpMark } from './picture-mark.ts'

export interface Picture {
  type: string
  /** Derived from the inputs, so it is known before rendering. */
  etag: string
  load: () => Promise<Buffer>
}

/** Flat colours and hard edges: full chroma resolution, and a palette suffices for PNG. Part of the cache key. */
const writing = {
  avif: { quality: 52, effort: 2, chromaSubsampling: '4:4:4' },
  webp: { quality: 74, effort: 4, smartSubsample: true },
  png: { palette: true, colours: 128, effort: 4, dither: 0 },
} as const

export type Format = keyof typeof writing

/** `of` contains everything the picture depends on besides its mark; its hash is the cache key and the ETag. */
export function cachedPicture(cache: FileCache, type: string, ending: string, of: string, draw: () => Promise<Buffer>): Picture {
  const name = `${createHash('sha256').update(xmpMark).update(of).digest('hex').slice(0, 32)}.${ending}`
  return { type, etag: `"${name}"`, load: () => cache(name, draw) }
}

export function cachedDrawing(cache: FileCache, svg: string, width: number, format: Format): Picture {
  const how = JSON.stringify([width, format, writing[format]])
  return cachedPicture(cache, `image/${format}`, format, how + svg, () => drawImage(svg, width, format))
}

/** Both steps run outside the event loop. */
async function drawImage(svg: string, width: number, format: Format): Promise<Buffer> {
  const rendered = await renderAsync(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } })
  const raw = { width: rendered.width, height: rendered.height, channels: 4 as const }
  const picture = sharp(rendered.pixels, { raw }).removeAlpha().toFormat(format, writing[format])
  // sharp writes XMP into PNG as zTXt, where readers of XMP do not look
  return format === 'png' ? markPng(await picture.toBuffer()) : picture.withXmp(xmpMark).toBuffer()
}
