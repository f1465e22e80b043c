import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'
import { unresponsive } from './circuit-breaker.ts'

/** What pg's types leave out of a connection; `readyForQuery` is false while a statement waits for its response. */
type Protocol = { connection: { stream: Socket }; readyForQuery?: boolean }

/**
 * Closes the connection when a statement has waited for a response for so long and nothing came. All statements on it fail at once, and
 * the pool replaces it. pg's own `query_timeout` keeps the connection: the rollback that follows in a transaction would wait as long again.
 * Not for cursors, whose reader may pause in the middle of a response.
 */
export function closeWhenSilent(client: ClientBase, ms: number, onTimeout: () => void): void {
  const protocol = client as ClientBase & Protocol
  const { stream } = protocol.connection
  // the socket counts from the last byte sent or received, and an idle connection has nothing to wait for; with a callback of its own
  // setTimeout would tell of the first time only
  stream.setTimeout(ms)
  stream.on('timeout', () => {
    if (protocol.readyForQuery !== false) return
    stream.destroy(unresponsive(`Postgres did not respond within ${ms} ms`))
    onTimeout()
  })
}
