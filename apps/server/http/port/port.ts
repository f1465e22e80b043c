import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '@duo/platform/server/log.ts'
import { type Env, invalidSetting } from '../../config/env.ts'

const drainTime = 10_000

/** Keep-alive, ms. Longer than the usual 60 s of proxies, which otherwise send requests into closing connections (502). */
const keepAliveTimeout = 75_000

/** ms: a slow or silent client is disconnected after 65 s; 64 kB, the largest body, need 9 kbit/s. */
const receiveTimeouts = { headersTimeout: 60_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

export const createPort = () => createServer({ keepAliveTimeout, ...receiveTimeouts })

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

/**
 * The only place that listens for requests (dangerous-calls.test.ts refuses others). An error that a handler throws or rejects with would
 * end the process: Node treats it as uncaught. It is logged and answered with 500 instead.
 */
export function onRequest(server: Server, log: Pick<Logger, 'error'>, handle: Handler): void {
  server.on('request', async (req, res) => {
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
  const { port } = server.address() as AddressInfo
  return `http://localhost:${port}`
}

function whyNot(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`PORT ${port} is taken by another program, choose another, for example PORT=${port + 1}`)
  if (error.code === 'EACCES')
    return new Error(`PORT ${port} needs rights that this user lacks, choose one above 1023, for example PORT=3000`)
  return invalidSetting('HOST', `is no address of this machine (${error.code})`)
}

export async function drain(server: Server): Promise<void> {
  const forceTimer = setTimeout(() => server.closeAllConnections(), drainTime)
  // clients keep a connection open after a request that was running when the drain started
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise((done) => server.close(done))
  clearInterval(sweep)
  clearTimeout(forceTimer)
}
