import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { RawRequest } from './raw-request.ts'

const json = { 'content-type': 'application/json' }

// keeps lone surrogates, as hostile clients do
const written = (input: unknown) => JSON.stringify(input) ?? 'null'

const post = (path: string, input: unknown): RawRequest => ({ method: 'POST', path, headers: json, body: written(input) })

const get = (path: string, input: unknown): RawRequest => ({
  method: 'GET',
  path: `${path}?input=${encodeURIComponent(written(input).toWellFormed()).slice(0, 12_000)}`,
  headers: {},
  body: null,
})

export const honestEnvelope = (path: string, input: unknown, method: 'GET' | 'POST' = 'POST') =>
  method === 'GET' ? get(path, input) : post(path, input)

/** Streams that refuse GET, because their input is a text. */
export const postedStreams = new Set(['chat.ask', 'chat.sendAndStream', 'studio.askAgent', 'studio.tryAgent'])

const oddMethods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND']
const oddTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/xml',
  'application/json; charset=utf-7',
]
const zipBomb = gzipSync(`"${'a'.repeat(5_000_000)}"`)

/** Calls a path unlike any client: other methods, content types, encodings, batches and spellings of the path. */
export function oddEnvelope(path: string, input: unknown): fc.Arbitrary<RawRequest> {
  const usual = post(path, input)
  const body = written(input)
  const as = (type: string, bytes: string | Buffer = body) => ({ ...usual, headers: { 'content-type': type }, body: bytes })
  const asJson = (bytes: string | Buffer) => as('application/json', bytes)
  const packed = (encoding: string, bytes: string | Buffer) => ({
    ...asJson(bytes),
    headers: { ...json, 'content-encoding': encoding },
  })
  const batch = (paths: string, inputs: string) => ({ ...usual, path: `${paths}?batch=1`, body: inputs })
  const at = (other: string) => ({ ...usual, path: other })
  const withQuery = (query: string) => ({ ...get(path, input), path: `${path}?${query}` })
  const name = path.slice(path.lastIndexOf('/') + 1)
  return fc.constantFrom<RawRequest>(
    get(path, input),
    ...['input=%', `input=${'%5B'.repeat(2_000)}`, 'input[]=a&input=b&batch=1', 'batch=1&input=%7B%220%22%3A1%7D'].map(withQuery),
    ...oddMethods.map((method) => ({ ...usual, method, body: null })),
    ...oddTypes.map((type) => as(type)),
    as('multipart/form-data; boundary=x', `--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n${body}\r\n--x--\r\n`),
    ...[body.slice(0, -1), `${body}${body}`, '', 'a'.repeat(300_000), '[', '{"a":'.repeat(5_000)].map(asJson),
    asJson(Buffer.from(`\ufeff${body}`, 'utf16le')),
    asJson(Buffer.from([0xff, 0xfe, 0x22, 0xc3, 0x28])),
    ...[packed('gzip', body), packed('gzip', zipBomb), packed('zstd', body), packed('identity, gzip', zipBomb)],
    batch(path, `{"0":${body}}`),
    batch(`${path},${name}`, `{"0":${body},"1":${body}}`),
    batch(`${path}${`,${name}`.repeat(11)}`, `{"0":${body}}`),
    ...[`[${body}]`, `{"__proto__":${body},"1e3":1,"-1":2}`, '[]', 'null', '{"0":'].map((inputs) => batch(path, inputs)),
    batch(`${path},,${name}`, 'null'),
    ...[`${path}/`, `${path}%00`, `${path}%2e%2e%2f`, path.replace('.', '%2E'), path.replace('.', '.__proto__.')].map(at),
    ...[path.replace(name, 'constructor'), path.replace('/api/', '//api//'), path.toUpperCase(), `${path};a=b`, `${path}#a`].map(
      at,
    ),
  )
}

export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
      { 'x-forwarded-for': "1.2.3.4' or 1=1" },
      { forwarded: 'for="[::1]";host=evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { cookie: `duo.session_token=${'%ff'.repeat(300)}` },
      { cookie: 'duo.session_token=a.b; duo.session_token=c.d; duo.device=e.e.e; duo_locale=<b>' },
      { cookie: 'a'.repeat(12_000) },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${'.'.repeat(5_000)}` },
      { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
      { authorization: 'Basic YWRtaW46YWRtaW4=' },
      { 'idempotency-key': "' or 1=1 --" },
      { 'idempotency-key': 'a'.repeat(5_000) },
      { 'accept-language': '<script>' },
      { accept: 'text/event-stream', 'last-event-id': '-1' },
      { 'trpc-accept': 'application/jsonl' },
      { accept: 'text/html, application/jsonl' },
      { 'accept-encoding': 'br;q=9, *;q=-1' },
      { range: 'bytes=0-0,5-1,-9999999999' },
      { 'if-none-match': '*', 'if-modified-since': 'yesterday' },
      { expect: '200-nothing' },
      { 'user-agent': '\u00ff'.repeat(2_000) },
      { 'x-http-method-override': 'DELETE' },
      { upgrade: 'websocket', connection: 'Upgrade' },
    ),
  },
)
