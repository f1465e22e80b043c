import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

type Protocol = { connection: NodeJS.EventEmitter & { stream: Socket } }

/** What Postgres calls the function that warns; the text is in the server's language. */
const waitForStandby = 'SyncRepWaitForLSN'

/**
 * Turns a commit whose wait for the standby was cancelled (`pg_cancel_backend`) into an error. Postgres reports success with a warning,
 * although a failover would lose it. Time-outs of statements cancel no such wait.
 */
export function refuseUnreplicatedCommits(client: ClientBase): void {
  const { connection } = client as ClientBase & Protocol
  client.on('notice', ({ routine }) => {
    if (routine !== waitForStandby) return
    const error = new Error('the wait for the standby was cancelled: the commit is on the primary alone')
    // rejects the statement before its success is read, which may be in the same packet
    connection.emit('error', Object.assign(error, { code: transactionResolutionUnknown }))
    connection.stream.destroy()
  })
}

const transactionResolutionUnknown = '08007'
