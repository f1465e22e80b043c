import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPort, onRequest } from './port.ts'

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
