import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type OwnServers, ownServers, root } from '../support/server.ts'

test.describe.configure({ mode: 'default', timeout: 60_000 })

let servers: OwnServers
test.beforeEach(() => {
  servers = ownServers()
})
test.afterEach(() => servers.close())

/** Copies what the built server needs to start, so that it does not read the developer's `.env`. */
function builtCopy(envFile: string): string {
  const copy = join(servers.dataDir, 'copy')
  for (const dist of ['apps/server/dist', 'apps/web/dist']) cpSync(join(root, dist), join(copy, dist), { recursive: true })
  mkdirSync(copy, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(copy, '.env'), envFile)
  return copy
}

const cases: [what: string, file: string, environment: { NODE_ENV?: string }][] = [
  ['sets production in its .env', 'NODE_ENV=production', {}],
  ['sets test in its .env', 'NODE_ENV=test', {}],
  ['sets no NODE_ENV', '', {}],
  ['has another NODE_ENV in its environment, which wins,', 'NODE_ENV=nonsense', { NODE_ENV: 'production' }],
]

for (const [what, file, environment] of cases)
  test(`a built server that ${what} renders its pages and is ready`, async () => {
    // unset for the child, so that only the file can set it
    const { url } = await servers.launch({ NODE_ENV: undefined, ...environment }, builtCopy(`${file}\n`))
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    for (const path of ['/', '/pt', '/blog', '/auth']) expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
  })
