import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { ContentVersion } from '../content/content-version.ts'

/**
 * Keeps what is made from all articles (sitemaps, feeds) until they change, each made once however many ask at the same moment. A failure
 * is not kept, nor is null: a caller may ask for files that are not there, as many as they like.
 */
export function createTextCache(edition: ContentVersion) {
  const cache = new LRUCache<string, Packed, () => Promise<Packed | null>>({
    max: 200,
    fetchMethod: async (_key, _old, { context: make }) => (await make()) ?? undefined,
  })
  return async (name: string, make: () => Promise<Packed | null>): Promise<Packed | null> =>
    (await cache.fetch(`${edition()} ${name}`, { context: make })) ?? null
}

/** A text ready to be sent many times: compressed once, with a validator. */
export interface Packed {
  text: Buffer
  brotli: Buffer
  etag: string
}

const compress = promisify(brotliCompress)

export async function pack(written: string | null): Promise<Packed | null> {
  if (written === null) return null
  const text = Buffer.from(written)
  const brotli = await compress(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  })
  return { text, brotli, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}

/** Readers ask again at their own pace and mostly get a 304. */
const fiveMinutes = 'public, max-age=300'

/** Sends it as the caller reads it best; what is not Brotli is left to the server's own compression. */
export function sendPacked(req: Request, res: Response, { text, brotli, etag }: Packed) {
  res.set({ 'Cache-Control': fiveMinutes, ETag: etag }).vary('Accept-Encoding')
  const compressed = req.acceptsEncodings(['br', 'gzip', 'identity']) === 'br'
  if (compressed) res.set('Content-Encoding', 'br')
  res.send(compressed ? brotli : text)
}
