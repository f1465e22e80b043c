import { Client, type Pool } from 'pg'
import type { Logger } from './log.ts'

interface Listening {
  /** Where the connection goes; it is one of its own, because a pool's is handed on. */
  pool: Pool
  channel: string
  log: Logger
  onNotification: (payload: string) => void
  /** After every connecting: what was told meanwhile was not heard. */
  renewed: () => void
}

const reconnectAfter = 500

/** Hears what any process tells by `pg_notify` on a channel. Connects again by itself until `stop`. Fails when it cannot connect at first. */
export async function listenTo({ pool, channel, log, onNotification, renewed }: Listening) {
  let stopped = false
  let client: Client | undefined
  let waiting: NodeJS.Timeout | undefined

  const connect = async () => {
    const made = new Client({ ...pool.options, application_name: `${pool.options.application_name ?? 'duo'} (${channel})` })
    made.on('error', () => {})
    made.on('notification', ({ payload = '' }) => onNotification(payload))
    made.once('end', () => {
      if (client !== made) return
      client = undefined
      if (!stopped) log.warn({ channel }, 'the connection that listens was lost')
      connectLater()
    })
    try {
      await made.connect()
      await made.query(
        `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; listen ${channel}`,
      )
    } catch (error) {
      await made.end().catch(() => {})
      throw error
    }
    client = made
    if (stopped) await made.end()
    else renewed()
  }
  const connectLater = () => {
    if (stopped) return
    waiting = setTimeout(() => {
      connect().catch((err) => {
        log.debug({ err, channel }, 'the connection that listens cannot be made yet')
        connectLater()
      })
    }, reconnectAfter)
  }

  await connect()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(waiting)
      await client?.end().catch(() => {})
    },
  }
}
