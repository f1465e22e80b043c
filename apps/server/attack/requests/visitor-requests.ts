import fc from 'fast-check'
import type { RawRequest } from '../fuzz/raw-request.ts'

// what proxies, extensions, mail gateways and old browsers make of an honest visit; all of it is legal HTTP

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
})
const latin = fc.string({ unit: fc.integer({ min: 0xa1, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 20 })

const languages = fc.oneof(
  fc.constantFrom(
    'sr@latin',
    'ca-ES@valencia,ca;q=0.9',
    '"en"',
    '*',
    '',
    'pt;q=nan',
    'en_US.UTF-8',
    'x'.repeat(600),
    ',,,',
    'pt-BR',
  ),
  printable,
  latin,
)

const forwarded = fc.oneof(
  fc.constantFrom('1.2.3.4,', '', ',', '_hidden', 'unknown', 'proxy.local', '[2001:db8::1]:443', '"1.2.3.4"', 'for=1.2.3.4'),
  fc.constant(Array(40).fill('10.0.0.1').join(', ')),
  printable,
)

const cookies = fc.oneof(
  fc.constantFrom(
    'lang=pt',
    'lang=',
    'lang=xx; lang=en',
    ';;=;',
    '=',
    'a',
    'duo.session_token=%ff%',
    '__Host-lang="pt"',
    'a=b;'.repeat(400),
  ),
  fc.constantFrom(9_000, 20_000, 31_000, 40_000).map((length) => `_ga=${'a'.repeat(length)}`),
  printable,
  latin,
)

const otherHeaders = fc.constantFrom<Record<string, string | string[]>>(
  {},
  { 'user-agent': '' },
  { 'user-agent': '\u00ff'.repeat(500) },
  { referer: 'about:blank' },
  { referer: 'android-app://com.example/' },
  { referer: 'https://duo.test/pt%' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'nonsense' },
  { 'accept-language': ['en', 'pt'] },
  { cookie: ['lang=pt', 'a=b'] },
  { 'x-forwarded-proto': 'https,http', 'x-forwarded-host': 'www.duo.test', 'x-forwarded-port': 'x' },
  { 'accept-encoding': 'br;q=9, *;q=-1' },
  { 'if-none-match': '*', 'if-modified-since': 'yesterday' },
  { range: 'bytes=0-0,5-1' },
  { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' },
  { 'save-data': 'on', dnt: '1', 'sec-gpc': '1' },
  { 'upgrade-insecure-requests': '1', te: 'trailers' },
  { authorization: 'Basic YTpi' },
)

const hosts = fc.constantFrom(
  'www.duo.test',
  'duo.test.',
  'DUO.TEST',
  'duo.test:443',
  '192.0.2.7',
  'evil.example',
  '[::1]',
  'localhost.',
)

const paths = fc.constantFrom(
  ...[
    '/',
    '/pt',
    '/pricing',
    '/pt/about',
    '/blog',
    '/marketplace',
    '/auth',
    '/pt/auth/confirm',
    '/auth/reset',
    '/waitlist/confirm',
  ],
  ...[
    '/privacy',
    '/account',
    '/not-there',
    '/pt/nichts',
    '/%ff',
    '/%',
    '//pricing',
    '/PRICING/',
    '/blog/',
    '/shared/abc',
    '/a%00b',
  ],
  ...[
    '/auth/confirm%23abc',
    '/waitlist/confirm%23a.b.c',
    '/api/auth/callback/google',
    '/api/auth/callback/none',
    '/assets/none.js',
    '/robots.txt',
  ],
)

const queries = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '',
      '',
      '?',
      '?&&=',
      '?%',
      '?a=%ff',
      '?ref=%',
      '?ref=ABCDEF.',
      '?REF=abc)&utm_source=x',
      '?ref=A&ref=B',
      '?ref[]=A',
      '?q=%00',
    ],
    ...[
      '?token=abc',
      '?fbclid=IwAR0',
      '?mode=sign-in&next=//evil.example',
      '?next=%5C',
      '?__proto__=a',
      `?q=${'a'.repeat(2_000)}`,
    ],
  ),
  fc.webQueryParameters().map((query) => `?${query}`),
)

const accepts = fc.constantFrom('text/html', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html;q=0.5')

const methods = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'POST', 'OPTIONS') },
)

const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3, nil: undefined })

/** Requests for a page, each with a few oddities that its visitor did not choose. */
export const visitorRequests: fc.Arbitrary<RawRequest> = fc
  .record({
    method: methods,
    path: fc
      .tuple(paths, queries, rarely(fc.constant('http://duo.test')))
      .map(([path, query, origin]) => `${origin ?? ''}${path}${query}`),
    accept: accepts,
    language: rarely(languages),
    address: rarely(forwarded),
    cookie: rarely(cookies),
    host: rarely(hosts),
    others: otherHeaders,
  })
  .map(({ method, path, accept, language, address, cookie, host, others }) => ({
    method,
    path: path.replaceAll(/[^!-~]/g, (letter) => encodeURIComponent(letter)),
    headers: {
      host: host ?? 'duo.test',
      accept,
      ...(language !== undefined && { 'accept-language': language }),
      ...(address !== undefined && { 'x-forwarded-for': address }),
      ...(cookie !== undefined && { cookie }),
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...others,
    },
    body: method === 'POST' ? 'email=a' : null,
  }))
