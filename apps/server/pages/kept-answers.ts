import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ContentVersion } from '../content/content-version.ts'
import type { Compress, KeptBody } from './kept-body.ts'
import type { SecurityHeaders } from './security-headers.ts'

const max = 200

export type KeptAnswers = ReturnType<typeof createKeptAnswers>

/** Keeps responses to GET calls that are equal for every caller, by URL and content version. */
export function createKeptAnswers(contentVersion: ContentVersion, { common, policy }: SecurityHeaders, compress: Compress) {
  const answers = new LRUCache<string, KeptBody>({ max })
  const keyOf = (url: string) => `${contentVersion.current()} ${url}`
  const validated = [...Object.entries(common).flat(), 'Cache-Control', 'no-store', 'Vary', 'Accept-Encoding']
  const headers = ['Content-Security-Policy', policy([]), 'Content-Type', 'application/json']
  return {
    current: (url: string) => answers.get(keyOf(url)),
    /** Call it before the response is computed, so that it is never kept under a newer version than it has. */
    keeper: (url: string) => {
      const key = keyOf(url)
      return async (text: string) => {
        const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27)
        answers.set(key, await compress({ hash, text, validated, headers }))
      }
    },
  }
}
