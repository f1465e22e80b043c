import { LRUCache } from 'lru-cache'
import type { ContentVersion } from '../../content/content-version.ts'
import { type CachedBody, type Compress, sizeOf } from '../cached-body.ts'
import type { SecurityHeaders } from '../security-headers.ts'

const max = 200
/** Bytes; a list of agents has 30 kB in all encodings, and everyone may search it by any theme. */
const maxSize = 8 * 1024 * 1024

export type CallCache = ReturnType<typeof createCallCache>

/** Caches responses to queries that are equal for every caller, by the URL of a GET and content version. */
export function createCallCache(contentVersion: ContentVersion, { common, policy }: SecurityHeaders, compress: Compress) {
  const entries = new LRUCache<string, CachedBody>({ max, maxSize, sizeCalculation: sizeOf })
  const keyOf = (url: string) => `${contentVersion.current()} ${url}`
  const validated = [...Object.entries(common).flat(), 'Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']
  const headers = ['Content-Security-Policy', policy([]), 'Content-Type', 'application/json']
  return {
    current: (url: string) => entries.get(keyOf(url)),
    /** Call it before the response is computed, so that it is never cached under a newer version than it has. */
    createWriter: (url: string) => {
      const key = keyOf(url)
      return async (text: string) => {
        entries.set(key, await compress({ text, validated, headers }))
      }
    },
  }
}
