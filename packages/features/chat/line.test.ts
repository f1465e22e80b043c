import { execFile } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { fetchInGulps } from './line-service.ts'

const fetchNow = fetchInGulps(() => 0)
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
  const ask = (body: string, signal?: AbortSignal) =>
    fetchNow(`${address()}/v1`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain', authorization: 'Bearer key' },
      ...(signal && { signal }),
    })
  return { ask, connections: () => connections, address }
}

test('asks and answers as fetch does, over one connection', async () => {
  const { ask, connections } = await endpoint(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const { authorization, 'content-type': type } = req.headers
    res.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' })
    res.end(JSON.stringify({ method: req.method, authorization, type, said: Buffer.concat(chunks).toString() }))
  })
  for (const said of ['olá', 'adeus']) {
    const response = await ask(said)
    expect([response.ok, response.status, response.headers.get('retry-after')]).toEqual([false, 429, '7'])
    expect(await response.json()).toEqual({ method: 'POST', authorization: 'Bearer key', type: 'text/plain', said })
  }
  expect(connections()).toBe(1)
})

test('a kept connection that the endpoint gives up as it is taken again is replaced', async () => {
  const asked: string[] = []
  const { ask, connections } = await endpoint((req, res) => {
    asked.push(req.url ?? '')
    if (asked.length === 2) return void req.socket.destroy()
    res.end(`answer ${asked.length}`)
  })
  expect(await (await ask('one')).text()).toBe('answer 1')
  expect(await (await ask('two')).text()).toBe('answer 3')
  expect(connections()).toBe(2)
})

test('a new connection that breaks is a failure', async () => {
  const { ask } = await endpoint((req) => void req.socket.destroy())
  await expect(ask('one')).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('who is not interested any more breaks it off, before the answer and in the middle of it', async () => {
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
  const reader = (await ask('streaming', middle.signal)).body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('some words')
  middle.abort()
  await expect(reader?.read()).rejects.toThrow()
  before.abort()
  await expect(silent).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => gone.toSorted()).toEqual(['silent', 'streaming'])
})

test('a company’s proxy is asked where Node is told of one', async () => {
  const { address } = await endpoint((req, res) => res.end(`the proxy got ${req.url}`))
  const line = JSON.stringify(new URL('line-service.ts', import.meta.url).href)
  const script = `const { fetchInGulps } = await import(${line}); console.log(await (await fetchInGulps(() => 0)('http://model.test/v1')).text())`
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address(), http_proxy: '', NO_PROXY: '', no_proxy: '' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
  expect(stdout).toBe('the proxy got http://model.test/v1\n')
})
