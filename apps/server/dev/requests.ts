import type { Server, ServerResponse } from 'node:http'
import type { Express } from 'express'

/** Longest time the app that is replaced waits for its requests, ms. A stream has no end of its own. */
const timeoutMs = 1_000

/** What handles requests now: an app, or the reason why there is none. */
export type Handler = { app: Express } | { reason: string }

/** Hands every request to the handler of the moment. While the next one is being made, requests wait for it. */
export function handleRequests(server: Server) {
  let handler = Promise.withResolvers<Handler>()
  let isSet = false
  const open = new Set<ServerResponse>()
  server.on('request', async (req, res) => {
    const now = await handler.promise
    if ('reason' in now) return explainFailure(res, now.reason)
    open.add(res)
    res.once('close', () => open.delete(res))
    now.app(req, res)
  })
  return {
    /** Has new requests wait until `set`. */
    hold: () => {
      if (isSet) handler = Promise.withResolvers()
      isSet = false
    },
    set: (next: Handler) => {
      if (isSet) handler = Promise.withResolvers()
      isSet = true
      handler.resolve(next)
    },
    /** Resolves once the open requests have their answers, after a second at the latest. */
    drain: async () => {
      const giveUpAt = Date.now() + timeoutMs
      while (open.size > 0 && Date.now() < giveUpAt) await new Promise((done) => setTimeout(done, 10))
    },
  }
}

/** Asks for itself again every second, so that the page comes back when the fault is mended. */
function explainFailure(res: ServerResponse, reason: string) {
  res.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', Refresh: '1' })
  res.end(`Duo does not run: ${reason}\n`)
}
