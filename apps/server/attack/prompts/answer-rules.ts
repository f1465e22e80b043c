import { join } from 'node:path'
import { expect } from 'vitest'
import type { RawRequest, RawResponse } from '../fuzz/raw-request.ts'

const root = join(import.meta.dirname, '../../../..')

const internals = [
  /(?:\n|\\n)\s+at .+:\d+:\d+/,
  /"stack"\s*:/,
  /node_modules|apps\/server\/|dist\/main\.js|node:internal/,
  /\b(?:select|insert into|update|delete from) (?:\\?"|\*)/i,
  /relation \\?"|violates \w|syntax error at or near|invalid input syntax|duplicate key|invalid byte sequence/i,
  /\bECONN[A-Z]+\b|\bENOENT\b|ZodError|TRPCError|PostgresError/,
]

// ms; typical responses are far faster, and catastrophic backtracking on 20,000 characters is far slower
const slowest = 5_000

/** A person who opens an address gets a page, also below /api (`isNavigation`). */
const asksForPage = ({ method, headers }: RawRequest) =>
  (method === 'GET' || method === 'HEAD') && /text\/html/i.test(String(headers.accept))

/** Lists the faults of a response. Its content type must start with one of `types`. */
export function faultsIn(answer: RawResponse, types: readonly string[]): string[] {
  const { status, headers, body, ms } = answer
  if (isFromParser(answer)) return []
  const type = headers['content-type']
  const rules: [isKept: boolean, fault: string][] = [
    [status < 500, `status ${status}`],
    [!body.includes(root) && !internals.some((pattern) => pattern.test(body)), `internals: ${body.slice(0, 300)}`],
    [ms < slowest, `took ${Math.round(ms)} ms`],
    [headers['x-content-type-options'] === 'nosniff', 'no nosniff'],
    [headers['x-frame-options'] === 'DENY', 'may be framed'],
    // the browser's copy keeps the policy that it came with
    [status === 304 || String(headers['content-security-policy']).includes("object-src 'none'"), 'no content security policy'],
    [headers['referrer-policy'] !== undefined, 'no referrer policy'],
    [headers['x-powered-by'] === undefined && headers.server === undefined, 'names its software'],
    [headers['access-control-allow-origin'] === undefined, 'open to other origins'],
    // redirects have a plain-text body
    [body === '' || (status >= 300 && status < 400) || types.some((prefix) => type?.startsWith(prefix)), `content type ${type}`],
  ]
  return rules.filter(([isMet]) => !isMet).map(([, fault]) => fault)
}

// Node's parser rejects malformed HTTP before there is a response to set headers on; status 0 is a closed connection
const isFromParser = ({ status, headers }: RawResponse) =>
  status === 0 || ([400, 408, 413, 417, 431].includes(status) && headers['x-request-id'] === undefined)

const described = ({ method, path, headers: { authorization, ...headers }, body }: RawRequest) =>
  `${method} ${path.slice(0, 120)} ${JSON.stringify(headers).slice(0, 300)} ${String(body).slice(0, 200)}`

export function expectNoFaults(requests: readonly RawRequest[], answers: readonly RawResponse[], types: readonly string[]): void {
  const broken = requests.flatMap((request, i) => {
    const faults = faultsIn(answers[i] as RawResponse, asksForPage(request) ? [...types, 'text/html'] : types)
    return faults.length > 0 ? [`${described(request)}: ${faults.join(', ')}`] : []
  })
  expect(broken.slice(0, 8), `${broken.length} answers break a rule`).toEqual([])
}
