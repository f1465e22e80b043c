import { allowedEndpoints } from '@duo/features/auth/server/better-auth/find-endpoint.ts'
import { tries } from '@duo/platform/testing/scope.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { expectNoFaults } from '../prompts/answer-rules.ts'
import { settledRows } from '../row-snapshot.ts'
import { isChosen, noteAttack, sample } from '../seed.ts'
import { honestEnvelope, oddEnvelope, oddHeaders } from './envelopes.ts'
import { type Caller, callers, startFuzzedSite } from './fuzzed-site.ts'
import { mutationOf, validInput } from './inputs.ts'
import { inParallel, type RawRequest, type RawResponse, rawClient } from './raw-request.ts'
import { type Route, routes } from './routes.ts'

const inputsEach = tries(300, 4)
// each takes 100 ms
const hashingInputsEach = tries(300, 3)

const site = await startFuzzedSite()
const client = rawClient(site.url)
afterAll(client.close)

let sent = 0
let refusedAgain = 0

const hostileParts = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '.',
      '..',
      '../',
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e/',
      '%252e%252e%252f',
      '%00',
      '%0d%0aSet-Cookie:a=b',
      '%ff',
      '%',
    ],
    ...[
      '%c0%ae',
      '%ed%a0%80',
      '%E2%80%AE',
      '~root',
      '.env',
      '.git/config',
      'index.html',
      'a'.repeat(400),
      'a/'.repeat(300),
      '//evil.example',
    ],
    ...[
      '\\evil.example',
      '%5cevil.example',
      '<script>',
      '%3Cscript%3Ealert(1)%3C/script%3E',
      "'or%201=1--",
      '__proto__',
      'constructor',
    ],
    ...[
      'ada-lovelace',
      'trust',
      'en/trust',
      'ada-lovelace-400.webp',
      '1',
      '-1',
      '0',
      '999999999999999999999',
      '?a[b]=c',
      '?next=//evil.example',
    ],
    ...[
      '?next=https://evil.example',
      '?shown=-1',
      '?shown=1e9',
      '?search=%00',
      '?category=__proto__',
      '?error=<b>',
      '?lang=pt',
      '#a',
      ';a=b',
      '.json',
    ],
  ),
  fc.webPath().map((path) => path.slice(1)),
  fc.webQueryParameters().map((query) => `?${query}`),
  fc.uuid(),
)

function pathsOf({ path }: Route): fc.Arbitrary<string> {
  // Node's client rejects unescaped spaces and non-ASCII letters
  const part = hostileParts.map((text) => text.replaceAll(/[^!-~]/g, (letter) => encodeURIComponent(letter)))
  if (path.includes('*')) return part.map((text) => path.replace('*', () => text))
  return fc.oneof(
    fc.constant(path),
    part.map((text) => `${path}${/^[?#;]/.test(text) ? '' : '?q='}${text}`),
  )
}

function formOf(fields: readonly string[]): fc.Arbitrary<string> {
  const value = fc.oneof(
    fc.emailAddress(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('a'.repeat(5_000), '\0', '', 'A1B2C3'),
  )
  const plain = fc.record(Object.fromEntries(fields.map((name) => [name, value])), { requiredKeys: [] })
  return fc.oneof(
    plain.map((input) => new URLSearchParams(input as Record<string, string>).toString()),
    fc.constantFrom('email[]=a&email[b]=c', 'email=a&email=b', '__proto__[a]=b&email=c', '%', '=&&=;', 'a=b&'.repeat(2_000)),
  )
}

function requestsTo(route: Route): fc.Arbitrary<RawRequest> {
  const { method, body, isForm } = route
  const made: fc.Arbitrary<RawRequest> = pathsOf(route).chain((path) => {
    if (!body) return fc.constant({ method, path, headers: {}, body: null })
    if (!isForm) return fc.oneof(fc.constant(honestEnvelope(path, { a: 1 })), oddEnvelope(path, { a: 1 }))
    return formOf(body).map((form) => ({
      method,
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    }))
  })
  const oddMethod = fc.constantFrom('POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE')
  return fc.oneof(
    { weight: 7, arbitrary: made },
    { weight: 1, arbitrary: fc.tuple(made, oddMethod).map(([request, other]) => ({ ...request, method: other })) },
  )
}

function callsTo({ name, method, input: schema }: (typeof allowedEndpoints)[number]): fc.Arbitrary<RawRequest> {
  const path = `/api/auth${name.replace('*', 'google')}`
  const body = validInput(schema, site.validValues).chain((valid) => fc.oneof(fc.constant(valid), mutationOf(valid)))
  if (method === 'GET')
    return hostileParts.map((part) => ({
      method,
      path: `${path}?${encodeURIComponent(part)}=1&code=a&state=${encodeURIComponent(part)}`,
      headers: {},
      body: null,
    }))
  return body.chain((input) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(honestEnvelope(path, input)) },
      { weight: 1, arbitrary: oddEnvelope(path, input) },
    ),
  )
}

const isRefusal = ({ status }: RawResponse) => status >= 400 || status === 0

// repeats the rejected requests between two snapshots of all rows
async function attack(caller: Caller, name: string, made: fc.Arbitrary<RawRequest>, count: number, types: readonly string[]) {
  await site.forgetLimits()
  const withHeaders = fc
    .tuple(made, oddHeaders)
    .map(([request, odd]) => ({ ...request, headers: { ...request.headers, ...odd } }))
  const requests = sample(`${caller} ${name}`, withHeaders, count).map((request, i) => site.from(caller, request, i))
  const answers = await inParallel(requests, 3, client.send)
  sent += answers.length
  expectNoFaults(requests, answers, types)
  for (const { headers } of answers)
    if (headers.location) expect(new URL(headers.location, site.url).origin, `a redirect to ${headers.location}`).toBe(site.url)
  if (!isChosen(`${caller} ${name}`, 4)) return
  const refused = requests.filter((_, i) => isRefusal(answers[i] as RawResponse))
  await site.forgetLimits()
  const before = await settledRows(site.database.db)
  const again = await inParallel(refused, 3, client.send)
  if (!again.every(isRefusal)) return
  refusedAgain += again.length
  expect(await settledRows(site.database.db)).toEqual(before)
}

test('covers pages of visitors, of members and of mailed links', () => {
  const pages = ['/', '/pt/pricing', '/blog/en/*', '/shared/*', '/account', '/pt/chat/*', '/auth/reset', '/waitlist/confirm']
  expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(pages))
})

describe.each(callers)('%s', (caller) => {
  test.each(allowedEndpoints.map((call) => [call.name, call] as const))('/api/auth%s', async (name, call) => {
    const count = Object.keys(call.input.shape).some((key) => /password/i.test(key)) ? hashingInputsEach : inputsEach
    await attack(caller, name, callsTo(call), count, ['application/json', 'text/html', 'text/plain'])
  })

  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (name, route) => {
    await attack(caller, name, requestsTo(route), inputsEach, route.types)
  })
})

test('no request is logged as an error', () => {
  expect(site.failures().slice(0, 5)).toEqual([])
  noteAttack(
    `${allowedEndpoints.length} account endpoints, ${routes.length} routes, ${sent} requests; ${refusedAgain} rejected ones repeated`,
  )
})
