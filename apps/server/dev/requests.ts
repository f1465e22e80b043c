import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Logger } from '@duo/platform/server/log.ts'
import { onRequest } from '../http/port/port.ts'

const timeoutMs = 1_000

export type Handler = { app: RequestListener } | { reason: string }

export function handleRequests(server: Server, log: Logger) {
  let handler = Promise.withResolvers<Handler>()
  let isSet = false
  const open = new Set<ServerResponse>()
  onRequest(server, log, async (req, res) => {
    const now = await handler.promise
    if ('reason' in now) return explainFailure(res, now.reason)
    open.add(res)
    res.once('close', () => open.delete(res))
    now.app(req, res)
  })
  return {
    hold: () => {
      if (isSet) handler = Promise.withResolvers()
      isSet = false
    },
    set: (next: Handler) => {
      if (isSet) handler = Promise.withResolvers()
      isSet = true
      handler.resolve(next)
    },
    drain: async () => {
      const giveUpAt = Date.now() + timeoutMs
      while (open.size > 0 && Date.now() < giveUpAt) await new Promise((done) => setTimeout(done, 10))
    },
  }
}

function explainFailure(res: ServerResponse, reason: string) {
  res.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', Refresh: '1' })
  res.end(`Duo does not run: ${reason}\n`)
}
