import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { createConfirmedAccount, password } from '@duo/server/testing/accounts.ts'
import { makeAgent } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { packClient } from './build.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 })

const run = promisify(execFile)
const here = import.meta.dirname
const project = mkdtempSync(join(tmpdir(), 'duo-outside-'))
afterAll(() => rmSync(project, { recursive: true }))

const model = await startModelServer({ usual: () => ({ kind: 'text', pieces: ['An engine ', 'weaves patterns.'] }) })
const app = await testApp({ AI_BASE_URL: model.url, AI_MODEL: 'local' })
afterAll(async () => {
  await app.close()
  await model.close()
})

/** A consumer's empty project: the tarball, a compiler, and two programs. */
beforeAll(async () => {
  const tarball = await packClient()
  writeFileSync(join(project, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }')
  const packages = [tarball, 'typescript@7.0.2', 'zod@4.6.7', '@types/node@24.19.2']
  const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...quick, ...packages], { cwd: project })
  for (const name of ['calls.ts', 'wrong-calls.ts']) cpSync(join(here, 'testing', `${name}.txt`), join(project, name))
})

/** Returns the lines with an error. */
async function compile(file: string, resolution: 'bundler' | 'nodenext'): Promise<string[]> {
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
  const strict = ['--strict', '--skipLibCheck', 'false', '--target', 'es2024', '--types', 'node', '--noEmit', '--pretty', 'false']
  const compiler = join(project, 'node_modules/typescript/bin/tsc')
  const args = [compiler, ...strict, '--module', module, '--moduleResolution', resolution, file]
  const { stdout } = await run(process.execPath, args, { cwd: project }).catch((error: { stdout: string }) => error)
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}

test.each(['bundler', 'nodenext'] as const)('valid calls compile in strict mode with %s, others do not', async (resolution) => {
  expect(await compile('calls.ts', resolution)).toEqual([])
  const source = readFileSync(join(project, 'wrong-calls.ts'), 'utf8').split('\n')
  const wrong = source.flatMap((line, n) => (line.includes('// wrong') ? [`wrong-calls.ts(${n + 1}`] : []))
  const errors = await compile('wrong-calls.ts', resolution)
  expect(wrong.length).toBeGreaterThan(5)
  expect(errors.map((line) => line.split(',')[0])).toEqual(wrong)
})

test('a program can sign in, join, read the marketplace and stream a reply, with a session or an API key', async () => {
  await makeAgent(app.db)
  const inbox = await app.mails()
  const { browser, person } = await createConfirmedAccount(app, inbox)
  const makeKey = async (scopes: string[]) => {
    const { data } = await browser.call('auth.createApiKey', { name: 'Outside', scopes, days: 1, password })
    return (data as { token: string }).token
  }
  const start = (env: Record<string, string>) =>
    run(process.execPath, ['calls.ts'], { cwd: project, env: { PATH: process.env.PATH, DUO_URL: app.url, ...env } })
  const bySession = await start({ DUO_EMAIL: person.email, DUO_PASSWORD: password })
  const answers = 'An engine weaves patterns.\nunknown reply: not_found\nasked: An engine weaves patterns.\n'
  expect(bySession.stdout).toBe(`joined 1\nagents 1\n${answers}forbidden: none\n`)
  const key = await makeKey(['marketplace:read', 'chat:read', 'chat:write'])
  expect((await start({ DUO_TOKEN: key })).stdout).toBe(`joined 2\nagents 1\n${answers}forbidden: auth.account\n`)
  await expect(start({ DUO_TOKEN: await makeKey(['chat:read', 'marketplace:read']) })).rejects.toMatchObject({
    stdout: 'joined 3\nagents 1\n',
    stderr: expect.stringContaining('forbidden'),
  })
  await expect(start({ DUO_EMAIL: person.email, DUO_PASSWORD: 'not-it' })).rejects.toMatchObject({
    stderr: expect.stringContaining('INVALID_EMAIL_OR_PASSWORD'),
  })
})

test('the package has one declaration file per entry point without server types, and outputs.json is up to date', () => {
  const read = (name: string) => readFileSync(join(here, 'dist', name), 'utf8')
  for (const name of ['package/index.d.ts', 'package/schemas.d.ts']) {
    expect(read(name)).not.toMatch(/kysely|express|pino|@duo\//i)
    const imports = [...read(name).matchAll(/from '([^']+)'/g)].map(([, from]) => from)
    expect(imports.filter((from) => !['@trpc/server', '@trpc/client', 'zod'].includes(from ?? ''))).toEqual([])
  }
  expect(readFileSync(join(here, '../../apps/server/openapi/outputs.json'), 'utf8')).toBe(read('outputs.json'))
})
