import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@duo/platform/server/log.ts'
import { hasOpenResponse, onRequest, stopAccepting } from '../http/port/port.ts'

const pollIntervalMs = 25

/** ms without a new connection: a client that was told to reconnect has done so. */
const calm = 50
const quietTicks = 5
/** ms: a connection that arrives while a tick runs, after Node has looked for new ones, is reset. */
const shortTick = 1
/** ms that requests may wait for a calm moment. */
const maxHold = 1_000

interface Connection {
  /** When it last had an open response or received bytes, as far as the drain has looked. */
  activeAt: number
  bytesRead: number
}

/**
 * Lets a server stop without failing a request. `begin` makes clients reconnect elsewhere. `finish` stops listening, then waits until
 * responses are sent and connections are idle for `idleGrace` ms, as a client may be about to send. It closes all after `limit` ms.
 */
export function createHttpDrain(
  server: Server,
  handle: (req: IncomingMessage, res: ServerResponse) => unknown,
  { idleGrace, limit, log }: { idleGrace: number; limit: number; log: Logger },
) {
  const connections = new Map<Socket, Connection>()
  const responses = new Set<ServerResponse>()
  let draining = false
  let hold: PromiseWithResolvers<void> | null = null

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { activeAt: performance.now(), bytesRead: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  onRequest(server, log, async (req, res) => {
    if (draining) res.setHeader('Connection', 'close')
    responses.add(res)
    res.once('close', () => responses.delete(res))
    if (hold) await hold.promise
    return handle(req, res)
  })

  const begin = () => {
    draining = true
    for (const res of responses) if (!res.headersSent) res.setHeader('Connection', 'close')
  }

  // The kernel resets connections that wait to be accepted, so stop when none waits and none is likely to come. Hold requests until then:
  // Node accepts one connection per tick, busy ticks would never catch up, and held clients do not reconnect.
  async function stopListening() {
    if (!server.listening) return
    hold = Promise.withResolvers<void>()
    let now = performance.now()
    let connectedAt = now
    const until = now + maxHold
    const onConnection = () => {
      connectedAt = performance.now()
    }
    server.on('connection', onConnection)
    for (let quiet = 0; quiet < quietTicks && now < until; ) {
      const before = now
      await nextTurn()
      now = performance.now()
      quiet = now - connectedAt > calm && now - before < shortTick ? quiet + 1 : 0
    }
    server.off('connection', onConnection)
    void stopAccepting(server)
    hold.resolve()
    hold = null
  }

  return {
    begin,
    finish: async () => {
      begin()
      await stopListening()
      const deadline = performance.now() + limit
      while (connections.size > 0 && performance.now() < deadline) {
        for (const [socket, connection] of connections) if (isIdle(socket, connection, idleGrace)) socket.destroySoon()
        await sleep(pollIntervalMs)
      }
      server.closeAllConnections()
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}

function isIdle(socket: Socket, connection: Connection, idleGrace: number): boolean {
  const now = performance.now()
  if (socket.bytesRead !== connection.bytesRead || hasOpenResponse(socket)) {
    connection.bytesRead = socket.bytesRead
    connection.activeAt = now
  }
  return now - connection.activeAt >= idleGrace
}
