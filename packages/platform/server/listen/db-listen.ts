import { endWithin } from '@duo/db/connection/response-timeout.ts'
import { Client, type Pool } from 'pg'
import type { Logger } from '../log.ts'

interface ListenerOptions {
  /** Provides the connection options only: LISTEN needs a connection of its own. */
  pool: Pool
  channel: string
  log: Logger
  onNotification: (payload: string) => void
  /** Called after every connect: notifications sent in between were lost. */
  onReconnect: () => void
  /** ms between two heartbeats. */
  heartbeatMs?: number
  /** ms, the limit of each response. */
  limitMs?: number
}

const reconnectDelayMs = 500

/**
 * Listens on a connection of its own, which otherwise sends nothing. If the other side vanishes without a word (a hung machine, a
 * firewall that forgets the connection), only the heartbeat notices. Reconnects after any loss.
 */
export async function createListener({
  pool,
  channel,
  log,
  onNotification,
  onReconnect,
  heartbeatMs = 15_000,
  limitMs = 5_000,
}: ListenerOptions) {
  let stopped = false
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined

  const beatLater = (connection: Client) => {
    timer = setTimeout(async () => {
      try {
        await connection.query('select 1')
        if (client === connection && !stopped) beatLater(connection)
      } catch (err) {
        log.debug({ err, channel }, 'LISTEN connection does not respond')
        await endWithin(connection, 0)
      }
    }, heartbeatMs).unref()
  }
  const connect = async () => {
    const connection = new Client({
      ...pool.options,
      application_name: `${pool.options.application_name ?? 'duo'} (${channel})`,
      query_timeout: limitMs,
    })
    connection.on('error', () => {})
    connection.on('notification', ({ payload = '' }) => onNotification(payload))
    connection.once('end', () => {
      if (client !== connection) return
      client = undefined
      if (!stopped) log.warn({ channel }, 'LISTEN connection lost, reconnecting')
      connectLater()
    })
    try {
      await connection.connect()
      await connection.query(
        `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; listen ${channel}`,
      )
    } catch (error) {
      await endWithin(connection, 0)
      throw error
    }
    client = connection
    if (stopped) return await endWithin(connection, limitMs)
    beatLater(connection)
    onReconnect()
  }
  const connectLater = () => {
    if (stopped) return
    timer = setTimeout(() => {
      connect().catch((err) => {
        log.debug({ err, channel }, 'LISTEN connection still unavailable, retrying')
        connectLater()
      })
    }, reconnectDelayMs)
  }

  await connect()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      if (client) await endWithin(client, limitMs)
    },
  }
}
