import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readEnv } from '../../config/env.ts'
import { createPort, drain, listen, onRequest } from './port.ts'

type Handler = Parameters<typeof onRequest>[2]

async function answerOf(handle: Handler) {
  const log = { error: vi.fn() }
  const server = createPort()
  onRequest(server, log, handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const answer = await text(socket)
  return { answer, logged: log.error.mock.calls.length }
}

test.each<[string, Handler]>([
  [
    'throws',
    () => {
      throw new Error('broken')
    },
  ],
  ['rejects', () => Promise.reject(new Error('broken'))],
  [
    'rejects later',
    async () => {
      await new Promise((later) => setImmediate(later))
      throw new Error('broken')
    },
  ],
])('a handler that %s is logged and answered with 500', async (_name, handle) => {
  const { answer, logged } = await answerOf(handle)
  expect(answer).toMatch(/^HTTP\/1\.1 500 /)
  expect(logged).toBe(1)
})

test('a handler that fails in the middle of a response cuts it, so that the client does not take it for complete', async () => {
  const { answer, logged } = await answerOf((_req, res) => {
    res.writeHead(200, { 'Content-Length': '10' }).write('half')
    throw new Error('broken')
  }).catch((error: NodeJS.ErrnoException) => ({ answer: error.code, logged: 1 }))
  expect(answer).not.toMatch(/500/)
  expect(logged).toBe(1)
})

test('a handler that succeeds is neither logged nor answered twice', async () => {
  const { answer, logged } = await answerOf((_req, res) => void res.end('fine'))
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*fine/)
  expect(logged).toBe(0)
})

async function listening(handle: Handler = (req, res) => void res.end(String(req.headers.cookie?.length))) {
  const server = createPort()
  onRequest(server, { error: vi.fn() }, handle)
  const url = await listen(server, readEnv({ PORT: '0' }))
  return { server, port: Number(new URL(url).port) }
}

async function send(port: number, request: string, host = '127.0.0.1'): Promise<string> {
  const socket = connect(port, host)
  socket.write(request)
  return text(socket)
}

const withCookies = (length: number, target = '/') =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${'a'.repeat(length)}\r\n\r\n`

test('accepts 32 kB of cookies; more gets a page in both languages that deletes nothing before a press', async () => {
  const { server, port } = await listening()
  onTestFinished(() => drain(server))
  expect(await send(port, withCookies(20_000))).toMatch(/^HTTP\/1\.1 200 [\s\S]*20000/)
  expect(await send(port, withCookies(32 * 1024))).toMatch(/^HTTP\/1\.1 200 [\s\S]*32768/)
  for (const request of [withCookies(40_000), withCookies(300_000), withCookies(10, `/?${'a'.repeat(40_000)}`)]) {
    const answer = await send(port, request)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('Your browser sent more than we can read')
    expect(answer).toContain('O seu navegador enviou mais do que conseguimos ler')
    expect(answer).not.toMatch(/clear-site-data|set-cookie/i)
    expect(answer).toMatch(/script-src 'sha256-/)
    expect(await send(port, request.replace('GET', 'HEAD'))).toMatch(/^HTTP\/1\.1 431 [\s\S]*\r\n\r\n$/)
  }
})

test.each(['BREW / HTTP/1.1\r\n\r\n', 'GET /\u0001 HTTP/1.1\r\nHost: x\r\n\r\n', '\u0000\u0001\r\n\r\n'])(
  'a request that is no HTTP gets a page (%j)',
  async (request) => {
    const { server, port } = await listening()
    onTestFinished(() => drain(server))
    expect(await send(port, request)).toMatch(/^HTTP\/1\.1 400 [\s\S]*<h1>/)
  },
)

test('a broken request in the middle of a response ends the connection and adds nothing to the response', async () => {
  const { server, port } = await listening((_req, res) => void res.writeHead(200, { 'Content-Length': '10' }).write('half'))
  onTestFinished(() => drain(server))
  const answer = await send(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\nBREW\r\n\r\n').catch(() => '')
  expect(answer).not.toContain('<h1>')
})

test('a port of this machine is reached by its IPv6 address too, and ends with the others', async (context) => {
  const { server, port } = await listening()
  const probe = createServer().listen(0, '::1')
  const hasIpv6 = await Promise.race([once(probe, 'listening').then(() => true), once(probe, 'error').then(() => false)])
  probe.close()
  if (!hasIpv6) await drain(server)
  context.skip(!hasIpv6, 'this machine has no IPv6')
  expect(await send(port, withCookies(7), '::1')).toMatch(/^HTTP\/1\.1 200 [\s\S]*7/)
  await drain(server)
  await expect(send(port, withCookies(7), '::1')).rejects.toThrow(/ECONNREFUSED/)
})
