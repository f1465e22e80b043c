import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { cutWhenStalled } from './stalled-reader.ts'

const stallMs = 400
const piece = Buffer.alloc(64 * 1024, 'a')

// writes like tRPC: a piece, then nothing until the buffer has drained
async function writeAll(res: ServerResponse, pieces: number) {
  const check = cutWhenStalled(res, stallMs)
  let maxBuffered = 0
  for (let i = 0; i < pieces && !res.destroyed; i++) {
    const hasRoom = check(res.write(piece))
    maxBuffered = Math.max(maxBuffered, res.writableLength)
    if (hasRoom) continue
    const waiting = new AbortController()
    const events = ['drain', 'close'].map((event) => once(res, event, waiting).catch(() => {}))
    await Promise.race(events)
    waiting.abort()
  }
  const isCut = res.destroyed
  if (!isCut) res.end()
  return { isCut, maxBuffered }
}

async function stream(pieces: number, { reads }: { reads: boolean }) {
  const { promise: written, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof writeAll>>>()
  const server = createServer((_req, res) => void writeAll(res, pieces).then(resolve)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  if (reads) socket.resume()
  else socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return written
}

test('a client that does not read is disconnected, and never holds more than one piece and the head', async () => {
  const { isCut, maxBuffered } = await stream(2_000, { reads: false })
  expect(isCut).toBe(true)
  expect(maxBuffered).toBeLessThan(2 * piece.length)
})

test('a client that reads gets everything', async () => {
  expect(await stream(500, { reads: true })).toMatchObject({ isCut: false })
})
