import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Logger } from '@duo/platform/server/log.ts'
import { localeInPath } from '@duo/platform/shared/locale.ts'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { localsOf } from '../http/context.ts'
import type { SecurityHeaders } from '../http/security-headers.ts'
import type { RenderedPage } from './page-cache.ts'

const encodings = ['br', 'gzip', 'identity'] as const

type Encoding = (typeof encodings)[number]

interface Variant {
  body: Buffer
  etag: string
  /** Raw headers: name, value, name, value. */
  headers: readonly string[]
}

export interface KeptPage {
  /** Identifies the content, whatever its encoding. */
  hash: string
  route: string
  isForEveryone: boolean
  variants: Record<Encoding, Variant>
  /** Headers of a 304, which has no policy: the browser's copy keeps the policy that it came with. */
  validated: readonly string[]
  /** Call it for every response: what is read often is compressed better. */
  countUse: () => void
}

export type KeepPage = ReturnType<typeof createKeeper>

/** Replaced with the nonce, or with hashes. Random per process, so that no content can contain it. */
export const noncePlaceholder = randomBytes(16).toString('hex')

const quick = { br: 4, gzip: 6 }
const best = { br: 11, gzip: 9 }

/** Best compression costs 100 ms of CPU, which a page that crawlers read once is not worth. */
const usesBeforeBest = 10

/** A CDN may hold a page that is the same for everyone and whose address alone decides its language. */
const shared = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60'
export const revalidated = 'private, no-cache'

interface KeeperParts {
  security: SecurityHeaders
  /** `Link` header. */
  link: string
  log: Logger
}

/** Returns a function that compresses a page once and derives its headers. An unchanged page keeps its bytes. */
export function createKeeper({ security, link, log }: KeeperParts) {
  let compressing: Promise<unknown> = Promise.resolve()

  /** One page at a time, in zlib's threads. */
  const compressBest = (page: KeptPage) => {
    compressing = compressing
      .then(async () => {
        const { identity, br, gzip } = page.variants
        const bodies = await compress(identity.body, best)
        page.variants = { identity, br: withBody(br, bodies.br), gzip: withBody(gzip, bodies.gzip) }
      })
      .catch((err: unknown) => log.error({ err, route: page.route }, 'failed to compress a page'))
  }

  return async (path: string, { html: rendered, route, isForEveryone }: RenderedPage, last?: KeptPage): Promise<KeptPage> => {
    const hash = hashOf(rendered)
    if (last?.hash === hash && last.isForEveryone === isForEveryone) return last
    const { html, scripts } = withoutNonces(rendered)
    const isAddressed = localeInPath(path) !== undefined
    const validated = [
      ...Object.entries(security.common).flat(),
      ...['Cache-Control', isAddressed && isForEveryone ? shared : revalidated],
      ...['Vary', isAddressed ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language, Cookie'],
      ...(link ? ['Link', link] : []),
    ]
    const headers = [
      ...validated,
      'Content-Security-Policy',
      security.policy(scripts),
      'Content-Type',
      'text/html; charset=utf-8',
    ]
    const body = Buffer.from(html)
    const bodies = await compress(body, quick)
    const variant = (suffix: string, of: Buffer, more: string[] = []): Variant => {
      const etag = `W/"${hash}${suffix}"`
      return { body: of, etag, headers: [...headers, 'ETag', etag, ...more] }
    }
    let uses = 0
    const page: KeptPage = {
      hash,
      route,
      isForEveryone,
      validated,
      variants: {
        identity: variant('', body),
        br: variant('-br', bodies.br, ['Content-Encoding', 'br']),
        gzip: variant('-gzip', bodies.gzip, ['Content-Encoding', 'gzip']),
      },
      countUse: () => {
        uses += 1
        if (uses === usesBeforeBest) compressBest(page)
      },
    }
    return page
  }
}

const withBody = (variant: Variant, body: Buffer): Variant => ({ ...variant, body })

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

async function compress(body: Buffer, level: { br: number; gzip: number }) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: level.br, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, zipped] = await Promise.all([brotli(body, { params }), deflate(body, { level: level.gzip })])
  return { br, gzip: zipped }
}

const renderedAt = /\bu:\d{13}\b/g

/** Ignores nonce and render time, so all processes agree. ETags made of it are weak: bytes may differ. */
export const hashOf = (html: string) => digest(html.replaceAll(noncePlaceholder, '').replace(renderedAt, '')).slice(0, 27)

const digest = (text: string, encoding: 'base64' | 'base64url' = 'base64url') =>
  createHash('sha256').update(text).digest(encoding)

const script = /<script\b([^>]*)>([\s\S]*?)<\/script/gi

/**
 * Replaces nonces with hashes in the policy. Only scripts that the renderer gave the nonce are hashed: injected ones stay
 * forbidden.
 */
export function withoutNonces(rendered: string): { html: string; scripts: string[] } {
  const own = [...rendered.matchAll(script)].filter(
    ([, attributes = '']) => attributes.includes(`nonce="${noncePlaceholder}"`) && !/\bsrc=/.test(attributes),
  )
  const clean = (text: string) => text.replaceAll(` nonce="${noncePlaceholder}"`, '').replaceAll(noncePlaceholder, '')
  const hashes = own.map(([, , text = '']) => `'sha256-${digest(clean(text), 'base64')}'`)
  return { html: clean(rendered), scripts: [...new Set(hashes)] }
}

/** Its types lack the order of preference, which decides between equal weights. */
interface Preferring {
  encodings: (available: string[], options: { preferred: string[] }) => string[]
}

function encodingFor(req: IncomingMessage): Encoding {
  const negotiator: Preferring = new Negotiator(req)
  const [chosen] = negotiator.encodings([...encodings], { preferred: [...encodings] })
  return encodings.find((encoding) => encoding === chosen) ?? 'identity'
}

/** Sends a kept page in the encoding that the client prefers; ranges are ignored. */
export function sendKept(req: IncomingMessage, res: ServerResponse, page: KeptPage): void {
  const { requestId } = localsOf(res)
  localsOf(res).route = page.route
  page.countUse()
  const { body, etag, headers } = page.variants[encodingFor(req)]
  if (fresh(req.headers, { etag })) {
    res.removeHeader('Content-Security-Policy')
    res.writeHead(304, [...page.validated, 'ETag', etag, 'X-Request-Id', requestId]).end()
    return
  }
  res.writeHead(200, [...headers, 'Content-Length', String(body.length), 'X-Request-Id', requestId])
  res.end(req.method === 'HEAD' ? undefined : body)
}
