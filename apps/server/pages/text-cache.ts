import { LRUCache } from 'lru-cache'
import type { ContentVersion } from '../content/content-version.ts'
import type { CachedBody, Compress } from './cached-body.ts'

const validated = ['Cache-Control', 'public, max-age=300', 'Vary', 'Accept-Encoding']

interface Source {
  type: string
  make: () => Promise<string | null>
}

/** Caches sitemaps and feeds until articles change. Errors and null are not cached: callers can request any path. */
export function createTextCache(contentVersion: ContentVersion, compress: Compress) {
  const cache = new LRUCache<string, CachedBody, Source>({
    max: 200,
    fetchMethod: async (_key, _old, { context: { type, make } }) => {
      const text = await make()
      return text === null ? undefined : compress({ text, validated, headers: ['Content-Type', type] })
    },
  })
  return (path: string, source: Source) => cache.fetch(`${contentVersion.current()} ${path}`, { context: source })
}
