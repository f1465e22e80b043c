import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { identify } from '../http/context.ts'
import { createCompress, sendCached } from './cached-body.ts'
import { type CachedPage, createCompressPage, hashOf, noncePlaceholder } from './cached-page.ts'
import { createSecurityHeaders } from './security-headers.ts'

const log = pino({ level: 'silent' })
const security = createSecurityHeaders({ https: false, dev: false, tags: false })
const compressPage = createCompressPage({ security, link: '', compress: createCompress(log) })
const rendered = (html: string, isForEveryone = true) => ({
  status: 200,
  html,
  location: null,
  route: '/',
  isForEveryone,
  dependsOnQuery: true,
})

const hash = (text: string) => createHash('sha256').update(text)
const words = Array.from({ length: 3_000 }, (_, i) =>
  hash(String((i * i) % 701))
    .digest('hex')
    .slice(0, i % 9),
).join(' ')
const html = `<!doctype html><p>Olá</p><script nonce="${noncePlaceholder}">start()</script><p>${words}</p>`
const whole = html.replace(` nonce="${noncePlaceholder}"`, '')

let page: CachedPage
let close: () => void
let port: number
beforeAll(async () => {
  page = await compressPage('/pt', rendered(html))
  const server = createServer((req, res) => {
    identify(res)
    sendCached(req, res, page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  close = () => void server.close()
})
afterAll(() => close())

async function ask(headers: IncomingHttpHeaders = {}, method = 'GET') {
  const call = request({ port, host: '127.0.0.1', method, headers }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const body = await buffer(answer)
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  const text = () => String(encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body)
  return { status: answer.statusCode, headers: answer.headers, encoding, body, text }
}

describe('content negotiation', () => {
  const manyEntries = Array.from({ length: 1_000 }, (_, i) => `x${i};q=0.1`).join(',')
  test.each([
    ['no header', undefined, 'identity'],
    ['an empty header', '', 'identity'],
    ['the header of browsers', 'gzip, deflate, br, zstd', 'br'],
    ['gzip only', 'gzip', 'gzip'],
    ['a preference for gzip', 'br;q=0.5, gzip;q=0.9', 'gzip'],
    ['no Brotli', 'br;q=0, gzip', 'gzip'],
    ['any encoding', '*', 'br'],
    ['unsupported encodings', 'zstd, identity;q=0', 'identity'],
    ['no encoding at all', '*;q=0', 'identity'],
    ['garbage', ';;,=,q, br;q=x', 'identity'],
    ['capitals', 'GZIP', 'gzip'],
    ['a thousand entries', `${manyEntries}, br`, 'br'],
  ])('serves the whole page for %s', async (_name, accepted, encoding) => {
    const answer = await ask(accepted === undefined ? {} : { 'accept-encoding': accepted })
    expect([answer.status, answer.encoding]).toEqual([200, encoding])
    expect(answer.text()).toBe(whole)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    expect(answer.headers.vary).toContain('Accept-Encoding')
  })
})

describe('a conditional request', () => {
  const etagOf = async (accepted: string) => String((await ask({ 'accept-encoding': accepted })).headers.etag)

  test('gets a 304 without a policy, for the same encoding only', async () => {
    const [br, zipped, plain] = [await etagOf('br'), await etagOf('gzip'), await etagOf('identity')]
    expect(new Set([br, zipped, plain]).size).toBe(3)
    const again = await ask({ 'accept-encoding': 'br', 'if-none-match': br })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, br])
    expect(again.headers['content-security-policy']).toBeUndefined()
    expect(again.headers['cache-control']).toContain('s-maxage=60')
    const other = await ask({ 'accept-encoding': 'gzip', 'if-none-match': br })
    expect([other.status, other.text()]).toEqual([200, whole])
  })

  test.each([
    ['a list that contains the ETag', (etag: string) => `"a", W/"b,c" ,${etag}`, 304],
    ['a strong spelling', (etag: string) => etag.slice(2), 304],
    ['a wildcard', () => '*', 304],
    ['a part of the ETag', (etag: string) => etag.slice(0, 20), 200],
    ['a list of other ETags', () => Array.from({ length: 500 }, (_, i) => `"${i}"`).join(','), 200],
    ['an empty header', () => '', 200],
    ['quotes only', () => '"""""', 200],
  ])('handles %s in If-None-Match', async (_name, listOf, status) => {
    const answer = await ask({ 'accept-encoding': 'br', 'if-none-match': listOf(await etagOf('br')) })
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.text()).toBe(whole)
  })

  test('gets a 200 on a forced reload', async () => {
    const answer = await ask({ 'accept-encoding': 'br', 'if-none-match': await etagOf('br'), 'cache-control': 'no-cache' })
    expect(answer.status).toBe(200)
  })
})

test('ignores ranges, and returns only headers for HEAD', async () => {
  const part = await ask({ range: 'bytes=0-9', 'if-range': '"x"' })
  expect([part.status, part.text()]).toEqual([200, whole])
  const head = await ask({ 'accept-encoding': 'br' }, 'HEAD')
  const full = await ask({ 'accept-encoding': 'br' })
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(full.body.length)])
})

test('a page that is read often is compressed better, and its ETag and text stay the same', async () => {
  page = await compressPage('/pt', rendered(html))
  const before = await ask({ 'accept-encoding': 'br' })
  await Promise.all(Array.from({ length: 10 }, () => ask()))
  await vi.waitFor(async () => expect((await ask({ 'accept-encoding': 'br' })).body.length).toBeLessThan(before.body.length))
  const after = await ask({ 'accept-encoding': 'br' })
  expect([after.text(), after.headers.etag]).toEqual([whole, before.headers.etag])
})

test('the policy allows the renderer’s scripts by hash, and no injected ones', async () => {
  const own = 'self.data = "</p>"'
  const policy = async (text: string) => {
    const { variants } = await compressPage('/x', rendered(text))
    return variants.identity.headers[variants.identity.headers.indexOf('Content-Security-Policy') + 1] ?? ''
  }
  const sha = (text: string) => `'sha256-${hash(text).digest('base64')}'`
  const text = `<script nonce="${noncePlaceholder}" async src="/a.js"></script><script class="x" nonce="${noncePlaceholder}">${own}</script><script>steal()</script><script nonce="guess">steal()</script>`
  expect(await policy(text)).toContain(`script-src 'self' ${sha(own)};`)
  expect(await policy('<p>no script</p>')).toContain("script-src 'self';")
})

test('a CDN may cache a page only if it is the same for everyone and its URL decides its language', async () => {
  const cacheControl = async (path: string, isForEveryone: boolean) => {
    const { validated } = await compressPage(path, rendered(html, isForEveryone))
    return [validated[validated.indexOf('Cache-Control') + 1], validated[validated.indexOf('Vary') + 1]]
  }
  const shared = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60'
  expect(await cacheControl('/pt/pricing', true)).toEqual([shared, 'Accept-Encoding'])
  expect(await cacheControl('/pt/pricing', false)).toEqual(['private, no-cache', 'Accept-Encoding'])
  expect(await cacheControl('/pricing', true)).toEqual(['private, no-cache', 'Accept-Encoding, Accept-Language, Cookie'])
})

test('the nonce placeholder is random per process, but all processes agree on the hash of a page', async () => {
  vi.resetModules()
  const other = await import('./cached-page.ts')
  expect(noncePlaceholder).toMatch(/^[0-9a-f]{32}$/)
  expect(other.noncePlaceholder).not.toBe(noncePlaceholder)
  const script = (placeholder: string) => `<script nonce="${placeholder}"></script>`
  expect(other.hashOf(script(other.noncePlaceholder))).toBe(hashOf(script(noncePlaceholder)))
  expect(hashOf('a')).not.toBe(hashOf('b'))
})
