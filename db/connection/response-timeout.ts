import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'
import { unresponsive } from './circuit-breaker.ts'

type Protocol = { connection: { stream: Socket }; readyForQuery?: boolean }

/**
 * Closes a connection when a statement has no response within `ms`: its statements fail at once and the pool replaces it. pg's
 * `query_timeout` would keep the connection, and the rollback of a transaction would wait again. Not for cursors, whose reader
 * may pause.
 */
export function closeWhenSilent(client: ClientBase, ms: number, onTimeout: () => void): void {
  const protocol = client as ClientBase & Protocol
  const { stream } = protocol.connection
  // the timer restarts with every byte; a callback passed to setTimeout would run only once
  stream.setTimeout(ms)
  stream.on('timeout', () => {
    if (protocol.readyForQuery !== false) return
    stream.destroy(unresponsive(`Postgres did not respond within ${ms} ms`))
    onTimeout()
  })
}
