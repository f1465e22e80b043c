import { request } from 'node:http'
import { openDatabase } from '@duo/db/connection/open.ts'
import { expect, test } from '@playwright/test'
import { uniqueEmail } from '../support/fixtures.ts'
import { type OwnServers, ownServers } from '../support/server.ts'

// Tests the built server, because a bundler may drop code that it takes for unused.
test.describe.configure({ mode: 'default', timeout: 60_000 })

let servers: OwnServers
let server: Awaited<ReturnType<OwnServers['launch']>>
test.beforeAll(async () => {
  servers = ownServers()
  server = await servers.launch()
})
test.afterAll(() => servers.close())

interface Raw {
  headers?: Record<string, string>
  method?: string
  body?: string
}

/** Sends a request as is, with a path and headers that `fetch` would not send. Returns the status. */
function raw(path: string, { headers = {}, method = 'GET', body = '' }: Raw = {}): Promise<number> {
  const { hostname, port } = new URL(server.url)
  return new Promise((done, fail) => {
    const call = request({ hostname, port, path, method, headers: { host: `localhost:${port}`, ...headers } }, (answer) => {
      answer.resume()
      done(answer.statusCode ?? 0)
    })
    call.on('error', fail)
    call.end(body)
  })
}

const json = { 'content-type': 'application/json' }

const storedEmails = async () => {
  const database = await openDatabase({ dataDir: servers.dataDir, databaseUrl: undefined, applicationName: 'duo-e2e' })
  const rows = await database.db.selectFrom('waitlist_signup').select('email').execute()
  await database.close()
  return rows.map(({ email }) => email)
}

test('rejects an undecodable procedure name as bad input and logs no error', async () => {
  for (const path of ['/api/trpc/%ff', '/api/trpc/%E0%A4%A', '/api/trpc/waitlist.join%00', '/api/auth/%ff', '/api/%'])
    for (const method of ['GET', 'POST'])
      expect(await raw(path, { headers: json, method, body: method === 'POST' ? '{}' : '' }), `${method} ${path}`).toBe(400)
  for (const path of ['/API/trpc/%ff', '/Api/auth/%ff']) expect(await raw(path), path).toBe(404)
  expect(server.output()).not.toContain('"level":50')
})

test('ignores an expectation that it does not know', async () => {
  expect(await raw('/', { headers: { expect: 'page' } })).toBe(200)
})

test('rejects unsupported methods and URLs that are not a path', async () => {
  expect(await raw('/', { method: 'TRACE' })).toBe(405)
  expect(await raw('/api/trpc/waitlist.join', { method: 'DELETE' })).toBe(405)
  expect(await raw('http://evil.example/x', { headers: { 'accept-language': 'pt' } })).toBe(421)
  expect(await raw('/api/nothing')).toBe(404)
  expect(await raw('/api/nothing', { headers: { accept: 'text/html' } })).toBe(404)
  expect(await raw('/assets/none.js', { headers: { 'accept-language': 'pt' } })).toBe(404)
  expect(server.output()).not.toContain('"level":50')
})

for (const [name, headers, status] of [
  ['a foreign host', { host: 'evil.example' }, 421],
  ['a broken host', { host: 'a b' }, 421],
] as [string, Record<string, string>, number][])
  test(`rejects ${name} everywhere and stores nothing`, async () => {
    const email = uniqueEmail('refused')
    const body = JSON.stringify({ email, language: 'en', invitedByCode: null })
    expect(await raw('/', { headers })).toBe(status)
    expect(await raw('/api/trpc/waitlist.join', { headers: { ...headers, ...json }, method: 'POST', body })).toBe(status)
    expect(await storedEmails()).not.toContain(email)
  })

for (const [name, headers] of [
  ['an Accept-Language with markup', { 'accept-language': '<script>' }],
  ['an Accept-Language of 10 kB', { 'accept-language': 'sr@latin,'.repeat(1_100) }],
  ['a malformed forwarded address', { 'x-forwarded-for': "1.2.3.4' or 1=1" }],
] as [string, Record<string, string>][])
  test(`does not turn a visitor away for ${name}`, async () => {
    const email = uniqueEmail('odd')
    const body = JSON.stringify({ email, language: 'en', invitedByCode: null })
    expect(await raw('/', { headers })).toBe(200)
    expect(await raw('/api/trpc/waitlist.join', { headers: { ...headers, ...json }, method: 'POST', body })).toBe(200)
    expect(await storedEmails()).toContain(email)
  })

test('shows caught mails to this machine only, not through a proxy or tunnel and not under another host name', async () => {
  const { port } = new URL(server.url)
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'LOCALHOST'])
    expect(await raw('/dev/mail', { headers: { host } }), host).toBe(200)
  for (const host of ['192.0.2.7', `10.0.0.2:${port}`, '[2001:db8::1]'])
    expect(await raw('/dev/mail', { headers: { host } }), host).toBe(403)
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-anything',
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
  ])
    for (const path of ['/dev/mail', '/dev/mail/0e5a1f1e-0000-4000-8000-000000000000'])
      expect(await raw(path, { headers: { [name]: '127.0.0.1' } }), `${name} ${path}`).toBe(403)
})
