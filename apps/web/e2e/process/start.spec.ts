import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { expect, test } from '@playwright/test'
import { type OwnServers, ownServers } from '../support/server.ts'

test.describe.configure({ mode: 'default', timeout: 60_000 })

let servers: OwnServers
test.beforeEach(() => {
  servers = ownServers()
})
test.afterEach(() => servers.close())

test('a port in use or an invalid setting stops the start with one line that says what to change', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => other.once('listening', done))
  const { port } = other.address() as AddressInfo
  const taken = servers.run({ PORT: String(port) })
  expect(await taken.exit).toBe(1)
  expect(taken.output().trim()).toBe(
    `Duo cannot start: PORT ${port} is taken by another program, choose another, for example PORT=${port + 1}`,
  )
  expect(readdirSync(servers.dataDir)).toEqual([])
  other.close()

  const wrong = servers.run({ PORT: 'eighty' })
  expect(await wrong.exit).toBe(1)
  expect(wrong.output().trim()).toBe('Duo cannot start: PORT must be a whole number, for example PORT=3000')
})

test('a failed start leaves no Postgres running', async () => {
  const failing = servers.run({ HOST: '192.0.2.1' })
  expect(await failing.exit).toBe(1)
  expect(failing.output().trim()).toBe(
    'Duo cannot start: HOST is no address of this machine (EADDRNOTAVAIL), for example HOST=0.0.0.0',
  )
  expect(await stopEmbedded({ dataDir: servers.dataDir })).toBeNull()
})

test('an unreachable database stops the start with an error that names its setting', async () => {
  const failing = servers.run({ DATABASE_URL: 'postgres://duo:secret@127.0.0.1:9/duo', SECRET: 'x'.repeat(32) })
  expect(await failing.exit).toBe(1)
  expect(failing.output().trim()).toMatch(
    /^Duo cannot start: DATABASE_URL names a database that cannot be used now .*, for example DATABASE_URL=postgres:/,
  )
})

test('the start prints which optional features are off and which key turns them on', async () => {
  const server = await servers.launch()
  expect(server.output()).toMatch(/Mail delivery +off +caught, read them at \/dev\/mail +SMTP_URL, MAIL_FROM/)
  server.process.kill('SIGTERM')
  expect(await server.exit).toBe(0)
})
