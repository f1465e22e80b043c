import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@duo/platform/server/log.ts'
import { portOf } from '@duo/platform/server/port-of.ts'
import { type Env, invalidSetting } from '../config/env.ts'
import { createPort, onRequest } from '../http/port/port.ts'
import type { Metrics } from './metrics.ts'

export type MetricsEndpoint = (req: IncomingMessage, res: ServerResponse) => Promise<void>

const metricsPath = '/metrics'

export function metricsEndpoint(metrics: Metrics, token: string | undefined, log: Logger): MetricsEndpoint {
  const expected = token === undefined ? null : digest(`Bearer ${token}`)
  return async (req, res) => {
    const say = (status: number, headers: Record<string, string> = {}, body = '') =>
      void res.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(body)
    // before anything else is read from the request; equal-length digests hide the length of the token
    if (expected && !timingSafeEqual(expected, digest(req.headers.authorization ?? '')))
      return say(401, { 'WWW-Authenticate': 'Bearer' })
    // not parsed as a URL, because clients also send targets that are none (`//`)
    if (req.url?.split('?', 1)[0] !== metricsPath) return say(404)
    if (req.method !== 'GET' && req.method !== 'HEAD') return say(405, { Allow: 'GET, HEAD' })
    try {
      say(200, { 'Content-Type': metrics.contentType }, await metrics.text())
    } catch (err) {
      log.error({ err }, 'failed to collect metrics')
      say(500)
    }
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

export async function openMetricsPort(
  endpoint: MetricsEndpoint,
  { METRICS_HOST: host, METRICS_PORT: port = 0 }: Env,
  log: Logger,
) {
  const server = createPort()
  onRequest(server, log, endpoint)
  await new Promise<void>((done, fail) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => fail(whyNot(code)))
    server.listen(port, host, done)
  })
  return {
    port: portOf(server),
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

function whyNot(code: string | undefined): Error {
  if (code === 'EADDRINUSE') return invalidSetting('METRICS_PORT', 'is taken by another program')
  if (code === 'EACCES') return invalidSetting('METRICS_PORT', 'needs rights that this user lacks, choose one above 1023')
  return invalidSetting('METRICS_HOST', `is no address of this machine (${code})`)
}
