import type { Socket } from 'node:net'
import type { Client, ClientBase } from 'pg'
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

/** Closes a connection. After `ms` without a response to the goodbye, destroys it: a half-open one never answers. */
export async function endWithin(client: Client, ms: number): Promise<void> {
  const { stream } = (client as ClientBase as ClientBase & Protocol).connection
  const timer = setTimeout(() => stream.destroy(), ms)
  await client.end().catch(() => {})
  clearTimeout(timer)
}
