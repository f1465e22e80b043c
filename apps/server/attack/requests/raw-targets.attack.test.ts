import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { freePort } from '@duo/platform/testing/servers/built-server.ts'
import { expect, test } from 'vitest'
import { startSite } from '../site.ts'

const METRICS_PORT = String(await freePort())
const METRICS_TOKEN = 'a token of at least 32 characters'
const site = await startSite({ settings: { METRICS_PORT, METRICS_TOKEN } })
const ports = { site: Number(new URL(site.url).port), metrics: Number(METRICS_PORT) }

// returns the status, or 0 if the connection was closed without a response
async function send(port: number, request: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(5_000, () => socket.destroy())
  socket.write(request.replaceAll('\n', '\r\n'))
  const answer = await text(socket).catch(() => '')
  return Number(/^HTTP\/1\.1 (?!100)(\d{3})/m.exec(answer)?.[1] ?? 0)
}

const requests: [string, string][] = [
  ['a target of two slashes', 'GET // HTTP/1.1'],
  ['an unclosed host', 'GET http://[ HTTP/1.1'],
  ['an unclosed host behind slashes', 'GET //[ HTTP/1.1'],
  ['an absolute target', 'GET http://evil.example/metrics HTTP/1.1'],
  ['an absolute target with a broken port', 'GET http://x:99999999/ HTTP/1.1'],
  ['an asterisk', 'OPTIONS * HTTP/1.1'],
  ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1'],
  ['a tunnel to nowhere', 'CONNECT [ HTTP/1.1'],
  ['a WebSocket', 'GET / HTTP/1.1\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
  ['HTTP/2 over plain text', 'GET // HTTP/1.1\nConnection: Upgrade, HTTP2-Settings\nUpgrade: h2c\nHTTP2-Settings: AAMAAABk'],
  ['an unknown expectation', 'POST // HTTP/1.1\nExpect: wonders\nContent-Length: 0'],
  ['an expected continue', 'POST // HTTP/1.1\nExpect: 100-continue\nContent-Length: 0'],
  ['a percent sign', 'GET /%ff?%ff HTTP/1.1'],
  ['an unknown method', 'BREW / HTTP/1.1'],
  ['no request at all', '\u0000\u0001\u0002'],
]

test.each(requests)('%s ends neither port, with and without a token', async (_name, request) => {
  for (const [name, port] of Object.entries(ports))
    for (const authorization of ['', `\nAuthorization: Bearer ${METRICS_TOKEN}`]) {
      const status = await send(port, `${request}\nHost: localhost:${port}${authorization}\nConnection: close\n\n`)
      // Node itself closes tunnels without a response
      expect(name === 'site' ? [0, 200, 301, 400, 404, 405, 417, 421] : [0, 400, 401, 404, 417], name).toContain(status)
    }
  expect(await send(ports.site, `GET /health HTTP/1.1\nHost: localhost:${ports.site}\nConnection: close\n\n`)).toBe(200)
  expect(site.failures()).toEqual([])
})

test('the metrics port judges the token before the target', async () => {
  const get = (target: string, header = '') =>
    send(ports.metrics, `GET ${target} HTTP/1.1\nHost: x${header}\nConnection: close\n\n`)
  const token = `\nAuthorization: Bearer ${METRICS_TOKEN}`
  for (const target of ['//', 'http://[', '/metrics', '/nothing']) expect(await get(target), target).toBe(401)
  for (const target of ['//', 'http://[', '/nothing']) expect(await get(target, token), target).toBe(404)
  for (const target of ['/metrics', '/metrics?name[]=a']) expect(await get(target, token), target).toBe(200)
})
