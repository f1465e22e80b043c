import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { ContentVersion } from '../content/content-version.ts'

/** Caches sitemaps and feeds until articles change. Errors and null are not cached: callers can request any path. */
export function createTextCache(contentVersion: ContentVersion) {
  const cache = new LRUCache<string, CompressedText, () => Promise<CompressedText | null>>({
    max: 200,
    fetchMethod: async (_key, _old, { context: make }) => (await make()) ?? undefined,
  })
  return async (name: string, make: () => Promise<CompressedText | null>): Promise<CompressedText | null> =>
    (await cache.fetch(`${contentVersion.current()} ${name}`, { context: make })) ?? null
}

export interface CompressedText {
  text: Buffer
  brotli: Buffer
  etag: string
}

const compress = promisify(brotliCompress)

export async function compressText(written: string | null): Promise<CompressedText | null> {
  if (written === null) return null
  const text = Buffer.from(written)
  const brotli = await compress(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  })
  return { text, brotli, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}

const fiveMinutes = 'public, max-age=300'

/** Sends Brotli if accepted; other encodings are left to the compression middleware. */
export function sendCompressed(req: Request, res: Response, { text, brotli, etag }: CompressedText) {
  res.set({ 'Cache-Control': fiveMinutes, ETag: etag }).vary('Accept-Encoding')
  const compressed = req.acceptsEncodings(['br', 'gzip', 'identity']) === 'br'
  if (compressed) res.set('Content-Encoding', 'br')
  res.send(compressed ? brotli : text)
}
