import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { envKeys } from '@duo/server/config/env.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

// seconds that a stop may take after DRAIN_SECONDS (docs/operations.md)
const afterDrain = 10

const unit = read('duo.service')
// the last value, which systemd uses
const valueIn = (key: string) => unit.match(new RegExp(`^${key}=(.*)$`, 'm'))?.[1]

// writes the unit with this checkout as its program folder, because systemd checks that the command exists
function unitOnThisMachine(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'duo-unit-')), 'duo.service')
  writeFileSync(file, unit.replaceAll('/opt/duo', root))
  return file
}

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const without = 'skipped: systemd-analyze is missing (apt-get install systemd)'

test('systemd-analyze accepts the unit with a low exposure', (context) => {
  if (!hasSystemd) return context.skip(without)
  const file = unitOnThisMachine()
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  expect([verified.status, verified.stderr]).toEqual([0, ''])
  const rated = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], { encoding: 'utf8' })
  expect(Number(/exposure level for \S+ ([\d.]+)/.exec(rated)?.[1])).toBeLessThan(2.5)
})

test('the unit stops only the server process and allows enough time', () => {
  const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(unit)?.[1])
  expect(valueIn('KillMode')).toBe('mixed')
  expect(Number(valueIn('TimeoutStopSec'))).toBeGreaterThan(drain + afterDrain)
  // the writable folder is the data folder
  expect(valueIn('ProtectSystem')).toBe('strict')
  expect(unit).toContain(`DATA_DIR=/var/lib/${valueIn('StateDirectory')}`)
  expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(true)
})

test('the unit, the Dockerfile and the compose file name existing settings only', () => {
  const compose = parse(read('compose.yaml')) as { services: Record<'duo', { environment: Record<string, string> }> }
  const named = [
    ...unit.matchAll(/\b([A-Z_]{4,})=/g),
    ...(read('Dockerfile').match(/^ENV .*$/m)?.[0] ?? '').matchAll(/\b([A-Z_]{4,})=/g),
  ].map(([, name = '']) => name)
  expect(named).toContain('DRAIN_SECONDS')
  for (const name of [...named, ...Object.keys(compose.services.duo.environment)])
    expect([...envKeys, 'MALLOC_ARENA_MAX']).toContain(name) // glibc reads that one
})

test('the unit, the Dockerfile, the start script and the handbook limit the memory of a server alike', () => {
  const starts = [unit, read('Dockerfile'), readFileSync(join(root, 'scripts/start.mjs'), 'utf8')]
  for (const text of [...starts, readFileSync(join(root, 'docs/operations.md'), 'utf8')]) {
    expect(text).toContain('--max-semi-space-size=32')
    expect(text).toMatch(/MALLOC_ARENA_MAX(?:=2|: '2')/)
  }
})

test('the build links the libraries of the embedded Postgres, because a server without write access cannot', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  expect(scripts.build).toContain('node packages/embedded-postgres/link-libraries.ts')
  expect(read('Dockerfile')).toContain('RUN npm run build\n')
  expect(unit).toContain('npm run build')
})

test('the image copies the manifest of each workspace before it installs', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, object> }
  const workspaces = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules'))
  const [before = ''] = read('Dockerfile').split('RUN npm ci')
  expect(workspaces.length).toBeGreaterThan(3)
  for (const path of workspaces) expect(before).toContain(`COPY ${path}/package.json ${path}/\n`)
})

test('containers get enough time to stop, have no secret in their environment, and write to their volumes only', () => {
  interface Service {
    environment: Record<string, string>
    stop_grace_period: string
    read_only?: boolean
    secrets: (string | { source: string; target: string })[]
  }
  const { services, secrets } = parse(read('compose.yaml')) as {
    services: Record<'duo' | 'postgres', Service>
    secrets: Record<string, { file: string }>
  }
  const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(read('Dockerfile'))?.[1])
  expect(Number.parseInt(services.duo.stop_grace_period, 10)).toBeGreaterThan(drain + afterDrain)
  expect(services.duo.read_only).toBe(true)
  expect(services.duo.secrets).toEqual([{ source: 'duo_env', target: '/app/.env' }])
  for (const { environment } of Object.values(services))
    for (const name of Object.keys(environment)) expect(name).not.toMatch(/SECRET|TOKEN|KEY|PASSWORD$|DATABASE_URL|SMTP_URL/)
  for (const { file } of Object.values(secrets)) expect(file).toMatch(/^\.\/secrets\//)
  // neither git nor the image includes them
  expect(readFileSync(join(root, '.gitignore'), 'utf8')).toContain('deploy/secrets/\n')
  expect(read('Dockerfile.dockerignore')).toContain('deploy/secrets\n')
})
