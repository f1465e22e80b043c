import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createNetServer, Server as NetServer, type Socket } from 'node:net'
import type { Logger } from '@duo/platform/server/log.ts'
import { portOf } from '@duo/platform/server/port-of.ts'
import type { Env } from '../../config/env.ts'
import { findPortFault, portFault } from '../../startup/port-fault.mjs'

const drainTime = 10_000

/** Keep-alive, ms. Longer than the usual 60 s of proxies, which otherwise send requests into closing connections (502). */
const keepAliveTimeout = 75_000

/** ms: a slow or silent client is disconnected after 65 s; 64 kB, the largest body, need 9 kbit/s. */
const receiveTimeouts = { headersTimeout: 60_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

/** Bytes. Other sites on the same domain may set 32 kB of cookies, and the request has other headers. Proxies commonly allow as much. */
const maxHeaderSize = 33 * 1024

/** Creates a server that also answers requests that Node's parser refuses. The host check refuses a missing Host with a page. */
export function createPort(): Server {
  const server = createServer({ keepAliveTimeout, maxHeaderSize, requireHostHeader: false, ...receiveTimeouts })
  // Node returns an empty 417. Ignoring an expectation that the server does not know is allowed (RFC 9110, section 10.1.1)
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  const refused = new WeakSet<Socket>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (refused.has(socket)) return // the parser fails again for each piece that follows
    refused.add(socket)
    // a page in the middle of another response would corrupt it
    if (hasOpenResponse(socket)) socket.destroy()
    else void refusePage(error, socket)
  })
  return server
}

/** Loads the page's texts on first use: the development server listens before it has compiled the messages. */
async function refusePage(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  try {
    const { refuseUnparsed } = await import('./unparsed-request.ts')
    refuseUnparsed(error, socket)
  } catch {
    socket.destroy() // the messages do not compile at the moment
  }
}

/** Counts the unfinished responses of each connection. */
const responses = new WeakMap<Socket, number>()

export const hasOpenResponse = (socket: Socket) => (responses.get(socket) ?? 0) > 0

const countResponse = (socket: Socket, change: 1 | -1) => responses.set(socket, (responses.get(socket) ?? 0) + change)

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

/**
 * The only place that listens for requests (dangerous-calls.test.ts refuses others). An error that a handler throws or rejects with would
 * end the process: Node treats it as uncaught. It is logged and answered with 500 instead.
 */
export function onRequest(server: Server, log: Pick<Logger, 'error'>, handle: Handler): void {
  server.on('request', async (req, res) => {
    countResponse(req.socket, 1)
    res.once('close', () => countResponse(req.socket, -1))
    try {
      await handle(req, res)
    } catch (err) {
      log.error({ err }, 'request handler failed')
      if (res.headersSent) res.destroy()
      else res.writeHead(500, { 'Cache-Control': 'no-store', Connection: 'close' }).end()
    }
  })
}

export async function listen(server: Server, { HOST, PORT }: Env): Promise<string> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(whyNot(error, PORT)))
    server.listen(PORT, HOST, done)
  })
  const port = portOf(server)
  if (HOST === '127.0.0.1') await listenOnIpv6(server, port)
  return `http://localhost:${port}`
}

const ipv6Listeners = new WeakMap<Server, NetServer>()

/** `localhost` is also `::1`, which some browsers and tools use first. A machine without IPv6, or a taken port there, is no error. */
async function listenOnIpv6(server: Server, port: number): Promise<void> {
  const ipv6 = createNetServer({ allowHalfOpen: true, noDelay: true })
  ipv6.on('connection', (socket) => server.emit('connection', socket))
  const isListening = await new Promise<boolean>((done) => {
    ipv6.once('error', () => done(false))
    ipv6.listen(port, '::1', () => done(true))
  })
  if (isListening) ipv6Listeners.set(server, ipv6)
}

/** Stops listening and keeps all connections open, which `http.Server.close` does not. Resolves when they have ended. */
export async function stopAccepting(server: Server): Promise<void> {
  const listeners = [server, ipv6Listeners.get(server)].filter((listener) => listener !== undefined)
  await Promise.all(listeners.map((listener) => new Promise((done) => NetServer.prototype.close.call(listener, done))))
}

function whyNot(error: NodeJS.ErrnoException, port: number): Error {
  return new Error(portFault(error.code, port))
}

/** Throws if the port is taken. Listening at once would instead hold requests until the server is ready. */
export async function requireFreePort({ HOST, PORT }: Env): Promise<void> {
  const fault = await findPortFault(PORT, HOST)
  if (fault !== null) throw new Error(fault)
}

export async function drain(server: Server): Promise<void> {
  const forceTimer = setTimeout(() => server.closeAllConnections(), drainTime)
  // clients keep a connection open after a request that was running when the drain started
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await stopAccepting(server)
  clearInterval(sweep)
  clearTimeout(forceTimer)
}
