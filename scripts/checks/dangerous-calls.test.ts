import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isCode, isTest, writtenFiles } from './source/files.ts'
import { readModule } from './source/module.ts'

const root = join(import.meta.dirname, '../..')
const shipped = writtenFiles(root)
  .filter((path) => isCode(path) && !isTest(path) && /^(?:apps|packages|db)\//.test(path))
  .filter((path) => !/testing|\.child\.ts$|^apps\/server\/dev\//.test(path))
  .map((path) => readModule(root, path))

// lists product files, without tests and tools, whose code (not comments) matches
const filesWith = (pattern: RegExp) => shipped.filter(({ code }) => pattern.test(code)).map(({ path }) => path)

it('covers the whole product', () => {
  expect(shipped.length).toBeGreaterThan(500)
  expect(filesWith(/createHmac\(/).length).toBeGreaterThan(0)
})

it('evaluates no text as code', () => {
  expect(filesWith(/\beval\(|\bnew Function\(|\bFunction\(['"`]|node:vm|\beval: true|set(?:Timeout|Interval)\(['"`]/)).toEqual([])
})

it('starts no shell, and starts programs only for the embedded Postgres, in the build and to read uploaded files', () => {
  expect(filesWith(/\bshell: |\bexec(?:Sync)?\(['"`]/)).toEqual([])
  expect(filesWith(/from 'node:child_process'/).filter((path) => !path.startsWith('packages/embedded-postgres/'))).toEqual([
    'apps/web/live-messages.ts',
    'packages/client/build.ts',
    // the process that reads an uploaded file, without environment, network and other files
    'packages/reader/child/reader-isolation.ts',
    'packages/reader/child/start-child.ts',
  ])
})

it('uses no broken hash or cipher and no unauthenticated encryption', () => {
  // names prepared statements; their text is ours
  expect(filesWith(/create(?:Hash|Hmac)\(['"`](?!sha(?:256|384|512)['"`])/)).toEqual(['db/connection/prepared-statements.ts'])
  expect(filesWith(/create(?:Cipheriv|Decipheriv)\(['"`](?!aes-256-gcm['"`])/)).toEqual([])
  expect(filesWith(/publicEncrypt|privateDecrypt|RSA_PKCS1_PADDING/)).toEqual([])
})

it('uses Math.random for no secret', () => {
  // jitter of Retry-After
  expect(filesWith(/Math\.random/)).toEqual(['apps/server/load-shedding/load-shedding.ts'])
})

it('runs no SQL text, except the job library’s script and the files of our functions', () => {
  expect(filesWith(/\bsql\.raw\(/)).toEqual([
    'db/migrations/run-script.ts',
    // the job library's own insert, whose only value is bound
    'packages/platform/server/jobs/enqueue.ts',
  ])
})

it('sets raw HTML only for sanitized articles and replies, the server’s own markup, escaped data and a constant script', () => {
  expect(filesWith(/dangerouslySetInnerHTML/)).toEqual([
    'packages/features/blog/ui/article/article-page.tsx',
    // sanitised when it was stored (reply-to-html.test.ts)
    'packages/features/chat/ui/markdown/rendered-reply.tsx',
    'packages/features/chat/ui/markdown/stored-reply.tsx',
    // keeps the server's own markup of messages
    'packages/features/chat/ui/messages/server-messages.tsx',
    // JSON with `<` escaped (machine-made-data.test.tsx)
    'packages/features/chat/ui/share/machine-made-data.tsx',
    // a constant inline script
    'packages/features/shell/ui/layout/layout.tsx',
  ])
  expect(filesWith(/(?:inner|outer)HTML\s*=[^=]|insertAdjacentHTML|document\.write\(|srcDoc/)).toEqual([])
})

it('pages receive no messages from other windows', () => {
  // a BroadcastChannel is limited to this origin
  expect(filesWith(/addEventListener\(['"`]message|\bonmessage\b|window\.postMessage|parent\.postMessage/)).toEqual([
    'packages/features/chat/ui/composer/tab-id.ts',
    'packages/features/shell/ui/api/use-server-sync.ts',
  ])
})

it('parses no XML, and deserializes only JSON and YAML', () => {
  // pages of this site, parsed as HTML: scripts in them do not run; the reader's libraries parse XML in a process of their own (decision 63)
  expect(filesWith(/DOMParser/)).toEqual(['packages/features/shell/ui/script/list.ts'])
  expect(filesWith(/xml2js|fast-xml|node:v8|\bdeserialize\(/)).toEqual([])
})

// a handler passed to createServer, or a listener for an event that carries what a client sent
const rawHandler =
  /\bcreate(?:Secure)?Server\(\s*[^\s)]|\bnew (?:https?\.)?Server\(|\.(?:on|once|addListener|prependListener)\(\s*['"`](?:request|upgrade|clientError|connect|checkContinue|checkExpectation|stream)['"`]/

it('handles requests only behind the function that catches what a handler throws, because Node would end the process', () => {
  expect(filesWith(rawHandler)).toEqual([
    'apps/server/http/port/port.ts',
    // closes every connection at once
    'apps/server/startup/port-fault.mjs',
    // connections to Postgres
    'db/connection/pool.ts',
  ])
})

it.each([
  'createServer((req, res) => void handle(req, res)).listen(0)',
  'http.createServer(options, listener)',
  'createSecureServer({ key, cert })',
  'new Server(listener)',
  "server.on('request', listener)",
  'server.once(\n  "upgrade", listener)',
  'server.prependListener(`clientError`, listener)',
])('recognises the raw handler %j', (code) => expect(code).toMatch(rawHandler))

it.each(['onRequest(server, log, listener)', 'createServer()', "server.on('connection', count)", "req.once('end', resume)"])(
  'allows %j',
  (code) => expect(code).not.toMatch(rawHandler),
)
