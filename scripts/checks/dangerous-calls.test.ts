import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isCode, isTest, writtenFiles } from './source/files.ts'
import { readModule } from './source/module.ts'

const root = join(import.meta.dirname, '../..')
const shipped = writtenFiles(root)
  .filter((path) => isCode(path) && !isTest(path) && /^(?:apps|packages|db)\//.test(path))
  .filter((path) => !/testing|\.child\.ts$|^apps\/server\/dev\//.test(path))
  .map((path) => readModule(root, path))

/** The files of the product, without tests and tools, whose code (not its comments) has the pattern. */
const filesWith = (pattern: RegExp) => shipped.filter(({ code }) => pattern.test(code)).map(({ path }) => path)

it('looks at the whole product', () => {
  expect(shipped.length).toBeGreaterThan(500)
  expect(filesWith(/createHmac\(/).length).toBeGreaterThan(0)
})

it('no text is run as code, but for the thread that hashes passwords, whose text is a constant', () => {
  expect(filesWith(/\beval\(|\bnew Function\(|\bFunction\(['"`]|node:vm|\beval: true|set(?:Timeout|Interval)\(['"`]/)).toEqual([
    'packages/platform/server/security/passwords.ts',
  ])
})

it('no shell is started, and programs only by the embedded Postgres and the build', () => {
  expect(filesWith(/\bshell: |\bexec(?:Sync)?\(['"`]/)).toEqual([])
  expect(filesWith(/from 'node:child_process'/).filter((path) => !path.startsWith('db/embedded/'))).toEqual([
    'apps/web/live-messages.ts',
  ])
})

it('no hash or cipher that is broken, or encrypts without authentication, is used', () => {
  // it names prepared statements, whose texts are ours
  expect(filesWith(/create(?:Hash|Hmac)\(['"`](?!sha(?:256|384|512)['"`])/)).toEqual(['db/connection/prepared-statements.ts'])
  expect(filesWith(/create(?:Cipheriv|Decipheriv)\(['"`](?!aes-256-gcm['"`])/)).toEqual([])
  expect(filesWith(/publicEncrypt|privateDecrypt|RSA_PKCS1_PADDING/)).toEqual([])
})

it('chance that must not be guessed never comes from Math.random', () => {
  // how long a refused caller is asked to wait
  expect(filesWith(/Math\.random/)).toEqual(['apps/server/load-shedding/load-shedding.ts'])
})

it('SQL is never put together from texts, but for the tables of the job library', () => {
  expect(filesWith(/\bsql\.raw\(/)).toEqual(['db/migrations/0013-jobs.ts'])
})

it('markup goes into a page only where it is an article that was sanitised, or what the server wrote itself', () => {
  expect(filesWith(/dangerouslySetInnerHTML/)).toEqual([
    'packages/features/blog/ui/article/article-page.tsx',
    'packages/features/site/ui/static-html.tsx',
  ])
  expect(filesWith(/(?:inner|outer)HTML\s*=[^=]|insertAdjacentHTML|document\.write\(|srcDoc/)).toEqual([])
})

it('no page listens to messages of other windows', () => {
  // a BroadcastChannel hears this origin only
  expect(filesWith(/addEventListener\(['"`]message|\bonmessage\b|window\.postMessage|parent\.postMessage/)).toEqual([
    'packages/features/chat/ui/state/use-cross-tab-sync.ts',
  ])
})

it('no XML is parsed, and no data is turned into objects but by JSON and YAML', () => {
  expect(filesWith(/DOMParser|xml2js|fast-xml|node:v8|\bdeserialize\(/)).toEqual([])
})
