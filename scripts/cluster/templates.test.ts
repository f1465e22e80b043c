import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programs } from '@duo/platform/testing/cluster/packages.mjs'
import { fillIn } from '@duo/platform/testing/cluster/settings.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '../../deploy/cluster')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const templates = readdirSync(folder).filter((name) => !name.endsWith('.md'))
const placeholders = (name: string) => [...read(name).matchAll(/\$\{([A-Z_0-9]+)\}/g)].map(([, key = '']) => key)

const exampleOf = (key: string) => {
  if (key.startsWith('NODE_')) return key.toLowerCase()
  if (key.endsWith('_PORT')) return '5000'
  return /^(?:SERVER|SITE)/.test(key) ? '10.0.0.21:3000' : '10.0.0.11'
}

const filled = (name: string) => fillIn(name, Object.fromEntries(placeholders(name).map((key) => [key, exampleOf(key)])))

test('the runbook names every value that the templates need, but those of the site, whose file shows them', () => {
  const keys = templates.filter((name) => name !== 'haproxy-site.cfg').flatMap(placeholders)
  const numbered = (key: string) => key.replace(/_[23]$/, '_1')
  expect(keys.length).toBeGreaterThan(10)
  expect(keys.filter((key) => !new RegExp(`\\b${numbered(key)}\\b`).test(read('README.md')))).toEqual([])
})

test('Patroni acknowledges no commit without a standby, and renews its lease often enough', () => {
  const settings = parse(filled('patroni.yml')) as { bootstrap: { dcs: Record<string, unknown> } }
  const { bootstrap } = settings
  // with etcd3, Debian 12's Patroni may have two primaries after a partition
  expect(Object.keys(settings)).toContain('etcd')
  const { ttl, loop_wait: pause, retry_timeout: retry } = bootstrap.dcs as Record<string, number>
  expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
  expect(ttl).toBeGreaterThanOrEqual((pause ?? 0) + 2 * (retry ?? 0))
})

test.for(templates.filter((name) => name.startsWith('haproxy')))('haproxy accepts %s', (name, { skip }) => {
  if (!existsSync(programs.haproxy)) return skip('skipped: haproxy is missing (apt-get install haproxy)')
  const file = join(mkdtempSync(join(tmpdir(), 'duo-haproxy-')), name)
  writeFileSync(file, filled(name))
  const { status, stderr } = spawnSync(programs.haproxy, ['-c', '-f', file], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
