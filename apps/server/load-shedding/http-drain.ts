import type { RequestListener, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** How often the open connections are looked at while the server stops, ms. */
const pollIntervalMs = 25

/** Turns of the event loop without a new connection after which the kernel's queue of them counts as empty, and the longest wait, ms. */
const quietTicks = 5
const maxAccepts = 500

interface Connection {
  /** Responses that are not finished. */
  open: number
  /** When the last request began or ended, or bytes arrived. */
  activeAt: number
  bytesRead: number
}

/**
 * Hands the server's requests to `handle` and lets it stop without failing one. `begin` makes every response, also those under way, carry `Connection: close`, so
 * that clients and proxies open their next connection elsewhere. `finish` stops listening, then waits for responses, and for
 * connections until they were idle for `idleGrace` ms: a client may be about to send on one that it kept, and closing it then would fail
 * that request. Whatever outlasts `limit` ms is cut.
 */
export function createHttpDrain(
  server: Server,
  handle: RequestListener,
  { idleGrace, limit }: { idleGrace: number; limit: number },
) {
  const connections = new Map<Socket, Connection>()
  const responses = new Set<ServerResponse>()
  let draining = false
  let held: (() => void)[] | null = null

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: 0, activeAt: performance.now(), bytesRead: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (req, res) => {
    if (draining) res.setHeader('Connection', 'close')
    responses.add(res)
    const connection = connections.get(req.socket)
    if (connection) connection.open += 1
    res.once('close', () => {
      responses.delete(res)
      if (!connection) return
      connection.open -= 1
      connection.activeAt = performance.now()
    })
    if (held) held.push(() => handle(req, res))
    else handle(req, res)
  })

  const begin = () => {
    draining = true
    for (const res of responses) if (!res.headersSent) res.setHeader('Connection', 'close')
  }

  /**
   * Stops listening at a moment when no connection waits to be accepted, because the kernel resets those. Requests wait until then: one
   * connection is accepted a turn of the event loop, and busy turns would never catch up with clients that connect again at once. Not by
   * `http.Server.close`, which also closes idle connections.
   */
  async function stopListening() {
    if (!server.listening) return
    let quiet = 0
    const busy = () => {
      quiet = 0
    }
    held = []
    server.on('connection', busy)
    for (const until = performance.now() + maxAccepts; quiet < quietTicks && performance.now() < until; quiet++) await nextTurn()
    server.off('connection', busy)
    NetServer.prototype.close.call(server)
    for (const go of held.splice(0)) go()
    held = null
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

/** Whether a connection has had nothing to do for so long that its client is not about to use it. */
function isIdle({ bytesRead }: Socket, connection: Connection, idleGrace: number): boolean {
  const now = performance.now()
  if (bytesRead !== connection.bytesRead || connection.open > 0) {
    connection.bytesRead = bytesRead
    connection.activeAt = now
  }
  return now - connection.activeAt >= idleGrace
}
