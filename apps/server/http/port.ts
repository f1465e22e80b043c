import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Env, unusable } from '../config/env.ts'

/** Longest time a closing server waits for requests that are under way, ms. */
const drainTime = 10_000

/**
 * How long a connection is kept for the next request, ms. Longer than the proxies in front usually keep theirs (60 s: nginx, Amazon's load
 * balancer), which would send a request into one that is being closed and answer 502; and people think longer than Node's own 5 s
 * between two questions.
 */
const keepAliveTimeout = 75_000

/**
 * How long a connection may take to its first request, and a request to arrive, ms, and how often that is looked at: what sends nothing, or
 * its body a byte at a time, is closed after 65 s at the latest. 64 kB, the largest body, take that long at 9 kbit/s.
 */
const receiveTimeouts = { headersTimeout: 60_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

/** The HTTP server of a process, not yet listening. */
export const createPort = () => createServer({ keepAliveTimeout, ...receiveTimeouts })

/** Listens where the settings say; resolves with the address on this machine. */
export async function listen(server: Server, { HOST, PORT }: Env): Promise<string> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(whyNot(error, PORT)))
    server.listen(PORT, HOST, done)
  })
  const { port } = server.address() as AddressInfo
  return `http://localhost:${port}`
}

/** A failure to listen, as the setting that is to blame. */
function whyNot(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`PORT ${port} is taken by another program, choose another, for example PORT=${port + 1}`)
  if (error.code === 'EACCES')
    return new Error(`PORT ${port} needs rights that this user lacks, choose one above 1023, for example PORT=3000`)
  return unusable('HOST', `is no address of this machine (${error.code})`)
}

/** Stops listening and waits for open requests; those that outlast `drainTime` are cut. */
export async function drain(server: Server): Promise<void> {
  const forceTimer = setTimeout(() => server.closeAllConnections(), drainTime)
  // a connection that was busy at the start is kept open by its client once its answer is out
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise((done) => server.close(done))
  clearInterval(sweep)
  clearTimeout(forceTimer)
}
