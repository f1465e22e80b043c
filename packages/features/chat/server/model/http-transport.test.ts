import { execFile } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { post } from './http-transport.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function endpoint(answer: RequestListener) {
  const server = createServer(answer)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (body: string, signal?: AbortSignal) => post(`${address()}/v1`, { body, apiKey: 'key', signal })
  return { ask, connections: () => connections, address }
}

test('posts JSON with the API key, reads every status, and reuses one connection', async () => {
  const { ask, connections } = await endpoint(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const { authorization, 'content-type': type } = req.headers
    res.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' })
    res.end(JSON.stringify({ method: req.method, authorization, type, body: Buffer.concat(chunks).toString() }))
  })
  for (const body of ['olá', 'adeus']) {
    // a connection becomes free just after its response ends
    await setImmediate()
    const response = await ask(body)
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '7'])
    const received = { method: 'POST', authorization: 'Bearer key', type: 'application/json', body }
    expect(await response.body.json()).toEqual(received)
  }
  expect(connections()).toBe(1)
})

test('aborts a request before and during its response', async () => {
  const gone: string[] = []
  const { ask } = await endpoint((req, res) => {
    req.on('data', (body: Buffer) => {
      res.on('close', () => gone.push(body.toString()))
      if (body.toString() === 'streaming') res.write('some words')
    })
  })
  const before = new AbortController()
  const silent = ask('silent', before.signal)
  const middle = new AbortController()
  const pieces = (await ask('streaming', middle.signal)).body[Symbol.asyncIterator]()
  expect(String((await pieces.next()).value)).toBe('some words')
  middle.abort()
  await expect(pieces.next()).rejects.toThrow()
  before.abort()
  await expect(silent).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => gone.toSorted()).toEqual(['silent', 'streaming'])
})

test('respects Node’s proxy settings', async () => {
  const proxy = createServer()
  proxy.on('connect', ({ url }, socket) => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    const text = `through the proxy to ${url}`
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`))
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  ends.push(() => proxy.close())
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const module = JSON.stringify(new URL('http-transport.ts', import.meta.url).href)
  const script = `const { post } = await import(${module}); console.log(await (await post('http://model.test/v1', { body: '{}' })).body.text())`
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: address,
    http_proxy: undefined,
    NO_PROXY: '',
    no_proxy: '',
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
  expect(stdout).toBe('through the proxy to model.test:80\n')
})

test('does not follow redirects, so that the API key reaches no other host', async () => {
  const requests: string[] = []
  const other = await endpoint((req, res) => res.end(String(requests.push(req.url ?? ''))))
  const { ask } = await endpoint((_req, res) => res.writeHead(307, { location: other.address() }).end())
  expect((await ask('a question')).statusCode).toBe(307)
  expect(requests).toEqual([])
})

/** Self-signed for 127.0.0.1; the key protects nothing. */
const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUK0tmv4Pr+5r644mwdFh6PcXr4PAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE5NDkyMVoYDzIxMjYxMDMw
MTk0OTIxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATK6fuSmEQzIx4hx7M5hc77McXrPwhjRQHPby/q27qekOZm4ZuioulS
+qNKTLljZ3ceTT0Y9EIblHYugbZJ9Nyvo2QwYjAdBgNVHQ4EFgQUvkiuoK1Hkc2f
bXJE7dwNlD89LpswHwYDVR0jBBgwFoAUvkiuoK1Hkc2fbXJE7dwNlD89LpswDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQCjokdEQFmYvW3qm5xPk+WoKAU4C8Rk8BMCMnseyJTiHgIhAP0nradqPlVygDgm
/2by2EO0/dzLn3aTN2O9PZ4v1WT+
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg268ON+9gJQcwyCJ2
OuxF78JOTy0wLx99qpRxsKzjkL2hRANCAATK6fuSmEQzIx4hx7M5hc77McXrPwhj
RQHPby/q27qekOZm4ZuioulS+qNKTLljZ3ceTT0Y9EIblHYugbZJ9Nyv
-----END PRIVATE KEY-----`,
}

test('sends nothing to an endpoint with an untrusted certificate', async () => {
  const receivedCredentials: string[] = []
  const server = createSecureServer(selfSigned, (req, res) =>
    res.end(String(receivedCredentials.push(req.headers.authorization ?? ''))),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => server.close())
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const response = post(address, { body: 'a question', apiKey: 'key' })
  await expect(response).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(receivedCredentials).toEqual([])
})
