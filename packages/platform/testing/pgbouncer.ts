import { chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, newDataDir } from './built-server.ts'
import { startProgram, untilListens } from './program.ts'

export const pgbouncer = '/usr/sbin/pgbouncer'

type PoolMode = 'session' | 'transaction' | 'statement'

interface Settings {
  port: number
  /** Where it takes its connections from. */
  databaseUrl: string
  mode: PoolMode
  usersFile: string
}

/** Debian's PgBouncer 1.18, as docs/operations.md describes it. */
const settingsOf = ({ port, databaseUrl, mode, usersFile }: Settings) => {
  const { hostname, port: postgres, pathname, username, password } = new URL(databaseUrl)
  return {
    users: `"${username}" "${password}"\n`,
    text: `
[databases]
duo = host=${hostname} port=${postgres} dbname=${pathname.slice(1)} connect_query='set statement_timeout = 5000; set lock_timeout = 1000; set idle_in_transaction_session_timeout = 5000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${usersFile}
pool_mode = ${mode}
default_pool_size = 20
max_client_conn = 500
log_connections = 0
log_disconnections = 0
`,
  }
}

/** PgBouncer before a Postgres, in a process of its own; both of us must own what belongs to `owner`, for it refuses to be root. */
export async function startPgBouncer({
  databaseUrl,
  ownerOf,
  mode = 'transaction',
}: {
  databaseUrl: string
  /** A folder that belongs to the user that it shall run as, where we are root. */
  ownerOf: string
  mode?: PoolMode
}) {
  const port = await freePort()
  const folder = join(newDataDir(), 'pgbouncer')
  const [file, usersFile] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  const { text, users } = settingsOf({ port, databaseUrl, mode, usersFile })
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
  writeFileSync(usersFile, users, { mode: 0o600 })
  const { uid, gid } = statSync(ownerOf)
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, file, usersFile]) chownSync(path, uid, gid)
  const start = async () => {
    const program = startProgram(pgbouncer, ['-q', file], isRoot ? { uid, gid } : {})
    await untilListens(port)
    return program
  }
  let running = await start()
  const url = new URL(databaseUrl)
  url.port = String(port)
  url.pathname = '/duo'
  return {
    url: url.href,
    /** Breaks all connections through it, at once, and listens again on the same port. */
    restart: async () => {
      await running.stop()
      running = await start()
    },
    stop: () => running.stop(),
  }
}
