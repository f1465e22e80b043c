import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Logger } from '@duo/platform/server/log.ts'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { localsOf } from '../http/context.ts'

const encodings = ['br', 'gzip', 'identity'] as const

type Encoding = (typeof encodings)[number]

interface Variant {
  body: Buffer
  etag: string
  /** Raw headers: name, value, name, value. */
  headers: readonly string[]
}

interface Content {
  text: string
  /** Identifies the content, whatever its encoding. */
  hash?: string
  /** Headers of a 304, which has no policy: the browser's copy keeps its own. */
  validated: readonly string[]
  /** Further headers of a 200. */
  headers: readonly string[]
}

export interface CachedBody extends Pick<Content, 'validated'> {
  hash: string
  /** Route of a page, for metrics. */
  route?: string
  variants: Record<Encoding, Variant>
  /** Call it for every response: popular bodies are compressed better. */
  countUse: () => void
}

/** Bytes in all encodings, and a guess for headers and keys. */
export const sizeOf = ({ variants }: CachedBody) => Object.values(variants).reduce((sum, { body }) => sum + body.length, 4_096)

export type Compress = ReturnType<typeof createCompress>

const quick = { br: 4, gzip: 6 }
const best = { br: 11, gzip: 9 }

/** Best compression costs 100 ms of CPU, too much for a page that crawlers read once. */
const usesBeforeBest = 10

export const hashText = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27)

export function createCompress(log: Logger) {
  let compressing: Promise<unknown> = Promise.resolve()

  /** Compresses one body at a time, in zlib's threads. */
  const compressBest = (cached: CachedBody) => {
    compressing = compressing
      .then(async () => {
        const { identity, br, gzip } = cached.variants
        const bodies = await compress(identity.body, best)
        cached.variants = { identity, br: { ...br, body: bodies.br }, gzip: { ...gzip, body: bodies.gzip } }
      })
      .catch((err: unknown) => log.error({ err }, 'failed to compress a cached response'))
  }

  return async ({ text, hash = hashText(text), validated, headers }: Content): Promise<CachedBody> => {
    const identity = unpooled(Buffer.from(text))
    const bodies = await compress(identity, quick)
    const variant = (suffix: string, body: Buffer, encoding: string[] = []): Variant => {
      const etag = `W/"${hash}${suffix}"`
      return { body, etag, headers: [...validated, ...headers, ...encoding] }
    }
    let uses = 0
    const cached: CachedBody = {
      hash,
      validated,
      variants: {
        identity: variant('', identity),
        br: variant('-br', bodies.br, ['Content-Encoding', 'br']),
        gzip: variant('-gzip', bodies.gzip, ['Content-Encoding', 'gzip']),
      },
      countUse: () => {
        uses += 1
        if (uses === usesBeforeBest) compressBest(cached)
      },
    }
    return cached
  }
}

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

async function compress(body: Buffer, level: { br: number; gzip: number }) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: level.br, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, zipped] = await Promise.all([brotli(body, { params }), deflate(body, { level: level.gzip })])
  return { br: unpooled(br), gzip: unpooled(zipped) }
}

/** A copy with memory of its own. A short buffer is a part of Node's pool, and would hold all 64 kB of it. */
function unpooled(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}

/** negotiator's types lack the order of preference, which decides between equal weights. */
interface Preferring {
  encodings: (available: string[], options: { preferred: string[] }) => string[]
}

function encodingFor(req: IncomingMessage): Encoding {
  const negotiator: Preferring = new Negotiator(req)
  const [chosen] = negotiator.encodings([...encodings], { preferred: [...encodings] })
  return encodings.find((encoding) => encoding === chosen) ?? 'identity'
}

/** Sends a cached response in the encoding that the client prefers; ranges are ignored. */
export function sendCached(req: IncomingMessage, res: ServerResponse, cached: CachedBody): void {
  const { requestId } = localsOf(res)
  if (cached.route !== undefined) localsOf(res).route = cached.route
  cached.countUse()
  const { body, etag, headers } = cached.variants[encodingFor(req)]
  const isPost = req.method === 'POST' // its response is not stored, so has no validator
  if (!isPost && fresh(req.headers, { etag })) {
    res.removeHeader('Content-Security-Policy')
    res.writeHead(304, [...cached.validated, 'ETag', etag, 'X-Request-Id', requestId]).end()
    return
  }
  const validator = isPost ? [] : ['ETag', etag]
  res.writeHead(200, [...headers, ...validator, 'Content-Length', String(body.length), 'X-Request-Id', requestId])
  res.end(req.method === 'HEAD' ? undefined : body)
}
