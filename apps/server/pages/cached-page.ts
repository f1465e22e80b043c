import { createHash, randomBytes } from 'node:crypto'
import { localeInPath } from '@duo/platform/shared/locale.ts'
import { speculationRules } from '../assets/static-files.ts'
import { type CachedBody, type Compress, hashText } from './cached-body.ts'
import type { SecurityHeaders } from './security-headers.ts'

export interface RenderedPage {
  status: number
  /** Contains `noncePlaceholder`. */
  html: string
  location: string | null
  route: string
  retryAfter?: number | null
  /** Whether the rendering did not ask for the viewer. */
  isForEveryone: boolean
  /** False: one page serves the path with any query, because no procedure and no screen reads it. */
  dependsOnQuery: boolean
}

export interface CachedPage extends CachedBody {
  route: string
  isForEveryone: boolean
  dependsOnQuery: boolean
}

export type CompressPage = ReturnType<typeof createCompressPage>

/** Replaced with the nonce, or with hashes. Random per process, so that no content can contain it. */
export const noncePlaceholder = randomBytes(16).toString('hex')

/** A CDN may cache a page that is equal for everyone and whose URL alone decides its language. */
const shared = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60'
export const revalidated = 'private, no-cache'

interface Parts {
  security: SecurityHeaders
  link: string
  compress: Compress
}

/** Compresses a page once and derives its headers. An unchanged page keeps its bytes. */
export function createCompressPage({ security, link, compress }: Parts) {
  return async (path: string, page: RenderedPage, last?: CachedPage): Promise<CachedPage> => {
    const { html: rendered, route, isForEveryone, dependsOnQuery } = page
    const hash = hashOf(rendered)
    if (last?.hash === hash && last.isForEveryone === isForEveryone && last.dependsOnQuery === dependsOnQuery) return last
    const { html, scripts } = withoutNonces(rendered)
    const isAddressed = localeInPath(path) !== undefined
    const validated = [
      ...Object.entries(security.common).flat(),
      ...['Cache-Control', isAddressed && isForEveryone ? shared : revalidated],
      ...['Vary', isAddressed ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language, Cookie'],
      ...(link ? ['Link', link] : []),
      ...speculationRules,
    ]
    const headers = ['Content-Security-Policy', security.policy(scripts), 'Content-Type', 'text/html; charset=utf-8']
    return Object.assign(await compress({ hash, text: html, validated, headers }), { route, isForEveryone, dependsOnQuery })
  }
}

const renderedAt = /\bu:\d{13}\b/g

/** Ignores nonce and render time, so all processes agree. ETags made of it are weak: bytes may differ. */
export const hashOf = (html: string) => hashText(html.replaceAll(noncePlaceholder, '').replace(renderedAt, ''))

const script = /<script\b([^>]*)>([\s\S]*?)<\/script/gi

/** Replaces nonces with hashes in the policy. Hashes only scripts with the renderer's nonce, so injected ones stay blocked. */
export function withoutNonces(rendered: string): { html: string; scripts: string[] } {
  const own = [...rendered.matchAll(script)].filter(
    ([, attributes = '']) => attributes.includes(`nonce="${noncePlaceholder}"`) && !/\bsrc=/.test(attributes),
  )
  const clean = (text: string) => text.replaceAll(` nonce="${noncePlaceholder}"`, '').replaceAll(noncePlaceholder, '')
  const hashes = own.map(([, , text = '']) => `'sha256-${createHash('sha256').update(clean(text)).digest('base64')}'`)
  return { html: clean(rendered), scripts: [...new Set(hashes)] }
}
