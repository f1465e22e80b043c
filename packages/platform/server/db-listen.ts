import { Client, type Pool } from 'pg'
import type { Logger } from './log.ts'

interface ListenerOptions {
  /** Provides the connection options only: LISTEN needs a connection of its own. */
  pool: Pool
  channel: string
  log: Logger
  onNotification: (payload: string) => void
  /** Called after every connect: notifications sent in between were lost. */
  onReconnect: () => void
}

const reconnectDelayMs = 500

export async function createListener({ pool, channel, log, onNotification, onReconnect }: ListenerOptions) {
  let stopped = false
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const connection = new Client({ ...pool.options, application_name: `${pool.options.application_name ?? 'duo'} (${channel})` })
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
      await connection.end().catch(() => {})
      throw error
    }
    client = connection
    if (stopped) await connection.end()
    else onReconnect()
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
      await client?.end().catch(() => {})
    },
  }
}
