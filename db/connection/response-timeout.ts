import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'
import { unresponsive } from './circuit-breaker.ts'

type Protocol = { connection: { stream: Socket }; readyForQuery?: boolean }

/** Closes a connection silent for `ms`: with pg's `query_timeout` the rollback would wait too. Not for cursors, whose reader may pause. */
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
