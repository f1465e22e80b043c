import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const packages = {
  '': { name: 'duo' },
  'node_modules/commander': { version: '15.1.0', integrity: 'sha512-a', dev: true },
  'node_modules/postgres-for-windows': { version: '18.4.0', integrity: 'sha512-b', optional: true },
}
const { '': _project, 'node_modules/postgres-for-windows': _windows, ...asInstalled } = packages

const npmLog = `require('node:fs').appendFileSync(__dirname + '/npm.log', process.argv.slice(2).join(' '))`

// creates a folder with our start scripts, a lock file, and an npm that only logs its arguments
function project(files: Record<string, string> = {}, settings: Record<string, string | undefined> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'duo-setup-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const name of [
    'setup.mjs',
    'operator/operate.mjs',
    'operator/account.mjs',
    'start.mjs',
    'test.mjs',
    'browser.mjs',
    'lanes/lanes.mjs',
    'lanes/changed.mjs',
    'lanes/report.mjs',
  ]) {
    mkdirSync(dirname(join(root, 'scripts', name)), { recursive: true })
    copyFileSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  }
  for (const name of ['during-step.mjs', 'port-fault.mjs']) {
    mkdirSync(join(root, 'apps/server/startup'), { recursive: true })
    copyFileSync(join(import.meta.dirname, '../apps/server/startup', name), join(root, 'apps/server/startup', name))
  }
  const cluster = 'packages/platform/testing/cluster'
  mkdirSync(join(root, cluster), { recursive: true })
  copyFileSync(join(import.meta.dirname, '..', cluster, 'packages.mjs'), join(root, cluster, 'packages.mjs'))
  write('package-lock.json', JSON.stringify({ packages }))
  write('npm.cjs', npmLog)
  mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))
  for (const [path, text] of Object.entries(files)) write(path, text)
  return {
    write,
    run: (...args: string[]) =>
      promisify(execFile)(process.execPath, args, {
        cwd: root,
        env: { npm_execpath: join(root, 'npm.cjs'), NODE_ENV: 'development', PORT: '0', ...settings },
      }).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      ),
    /** Arguments of npm, or null if it was not called. */
    npm: () => (existsSync(join(root, 'npm.log')) ? readFileSync(join(root, 'npm.log'), 'utf8') : null),
  }
}

const install = ['--input-type=module', '-e', 'import("./scripts/setup.mjs").then(({ install }) => install())']
const installed = (packages: object) => ({ 'node_modules/.package-lock.json': JSON.stringify({ packages }) })

test('does not reinstall packages after a manual npm ci', async () => {
  const { run, npm } = project(installed(asInstalled))
  expect(await run(...install)).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(npm()).toBeNull()
})

test.each([
  ['no packages', {}],
  ['another version of a package', installed({ 'node_modules/commander': { version: '15.0.0', integrity: 'sha512-a' } })],
  ['no development packages', installed({})],
  ['no packages of a workspace', installed(asInstalled), { 'apps/server/node_modules/negotiator': { version: '1.0.0' } }],
])('with %s, installs the packages once, including development packages', async (_what, files, own: object = {}) => {
  const { run, npm, write } = project(files)
  if (Object.keys(own).length > 0) {
    write('package-lock.json', JSON.stringify({ packages: { ...packages, ...own } }))
    write('npm.cjs', `${npmLog}; require('node:fs').mkdirSync('apps/server/node_modules/negotiator', { recursive: true })`)
  }
  for (const _ of [1, 2]) expect(await run(...install)).toMatchObject({ code: 0 })
  expect(npm()).toMatch(/^ci --include=dev (?!.*ci )/)
})

test("an operator's command installs nothing: it reports missing packages, and runs once they are installed", async () => {
  const { run, npm, write } = project()
  expect(await run('scripts/operator/account.mjs', 'show')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^account: the installation is incomplete \(.*tsx.*\)\. .*npm ci --include=dev && npm run build\n$/,
    ),
  })
  write('node_modules/tsx/package.json', '{ "exports": { "./esm/api": "./api.mjs" } }')
  write('node_modules/tsx/api.mjs', 'export const register = () => {}')
  write('scripts/operator/account/account.ts', 'export const main = async (args) => args.length + 2')
  expect(await run('scripts/operator/account.mjs', 'show')).toEqual({ code: 3, stdout: '', stderr: '' })
  expect(npm()).toBeNull()
})

test('npm test counts a lane that cannot start as failed, and still prints the totals', async () => {
  const { run } = project({
    ...installed(asInstalled),
    'node_modules/turbo/bin/turbo': `process.exit(process.argv.includes('build') ? 1 : 0)`,
  })
  const { code, stdout } = await run('scripts/test.mjs', 'e2e')
  expect(code).toBe(1)
  expect(stdout).toMatch(/Failed: e2e\n.*\n0 passed, 1 failed, 0 skipped\n$/s)
})

test('npm start serves production, whatever NODE_ENV the shell sets', async () => {
  const { run } = project({
    ...installed(asInstalled),
    'node_modules/turbo/bin/turbo': '',
    'apps/server/dist/main.js': 'console.log(process.env.NODE_ENV)',
  })
  expect(await run('scripts/start.mjs')).toEqual({
    code: 0,
    stdout: 'production\n',
    stderr: 'Duo is starting…\nStarting the server and its database…\n',
  })
})

test('npm start asks for the port of the shell or of .env before it installs or builds anything', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const files = { 'node_modules/turbo/bin/turbo': 'console.log("built")', '.env': `PORT=${port}\n` }
  for (const settings of [{ PORT: String(port) }, { PORT: undefined }]) {
    const { run, npm } = project(files, settings)
    expect(await run('scripts/start.mjs')).toEqual({
      code: 1,
      stdout: '',
      stderr: `Duo is starting…\nDuo cannot start: PORT ${port} is taken by another program, choose another, for example PORT=${port + 1}\n`,
    })
    expect(npm()).toBeNull()
  }
})

test('npm start names the step that takes long, and a disk that is full', async () => {
  const slow = `setTimeout(() => { console.log('ENOSPC: no space left on device, write'); process.exit(1) }, 3_500)`
  const { run } = project({ ...installed(asInstalled), 'node_modules/turbo/bin/turbo': slow })
  const { code, stderr } = await run('scripts/start.mjs')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Duo is starting…\nDuo is starting: still building what changed \(3 s\)\n/)
  expect(stderr).toMatch(/\nThe disk of .* is full: free space on it\.\n$/)
})
