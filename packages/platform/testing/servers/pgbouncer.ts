import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProgram, untilListens } from '../program.ts'
import { freePort, newDataDir } from './built-server.ts'

export const pgbouncer = '/usr/sbin/pgbouncer'

type PoolMode = 'session' | 'transaction' | 'statement'

interface Settings {
  port: number
  databaseUrl: string
  mode: PoolMode
  /** If false, the most recently used connection is used first. */
  roundRobin: boolean
  usersFile: string
}

const nobody = { uid: 65_534, gid: 65_534 }

/** PgBouncer 1.18 on Debian, as in docs/operations.md. */
const settingsOf = ({ port, databaseUrl, mode, roundRobin, usersFile }: Settings) => {
  const { hostname, port: postgres, pathname, username, password, searchParams } = new URL(databaseUrl)
  const authority = searchParams.get('sslrootcert')
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
server_round_robin = ${roundRobin ? 1 : 0}
# a failover takes seconds, and by default a failed login is repeated after 15
server_login_retry = 1
server_connect_timeout = 2
${authority ? `server_tls_sslmode = verify-full\nserver_tls_ca_file = ${authority}` : ''}
log_connections = 0
log_disconnections = 0
`,
  }
}

export async function startPgBouncer({
  databaseUrl,
  mode = 'transaction',
  roundRobin = false,
}: {
  databaseUrl: string
  mode?: PoolMode
  roundRobin?: boolean
}) {
  const port = await freePort()
  const folder = join(newDataDir(), 'pgbouncer')
  const [file, usersFile] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  const { text, users } = settingsOf({ port, databaseUrl, mode, roundRobin, usersFile })
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
  writeFileSync(usersFile, users, { mode: 0o600 })
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, file, usersFile]) chownSync(path, nobody.uid, nobody.gid)
  const start = async () => {
    const program = startProgram(pgbouncer, ['-q', file], isRoot ? nobody : {})
    await untilListens(port)
    return program
  }
  let running = await start()
  const url = new URL(databaseUrl)
  url.port = String(port)
  url.pathname = '/duo'
  url.search = ''
  return {
    url: url.href,
    restart: async () => {
      await running.stop()
      running = await start()
    },
    stop: () => running.stop(),
  }
}
