import type { CliEnv } from '../cli/cli-env.ts'
import { type Embedded, startEmbedded } from '../embedded/embedded.ts'
import { databaseUrlFault, errorMessage } from '../errors.ts'
import { type Connection, connect } from '../index.ts'

export type OpenOptions = Omit<CliEnv, 'preparedStatements'> & {
  applicationName: string
  /** Off behind a pooler, see `PoolOptions`. */
  preparedStatements?: boolean
  /** 0, the default, never cancels a statement: tools do in one statement what a request must not. */
  statementTimeoutMs?: number
}

/**
 * The database of a command-line tool: the one at `databaseUrl`, else the embedded server of the data folder, started if it does not
 * run. Fails at once, with a message for the terminal, when it cannot be reached. `close()` also stops the embedded server, unless
 * somebody else (the app) is using it.
 */
export async function openDatabase(options: OpenOptions): Promise<Connection & { url: string }> {
  const embedded = options.databaseUrl ? null : await startEmbedded({ dataDir: options.dataDir })
  const url = embedded?.url ?? options.databaseUrl ?? ''
  const connection = connect({
    url,
    poolMax: 4,
    applicationName: options.applicationName,
    preparedStatements: options.preparedStatements ?? true,
    statementTimeoutMs: options.statementTimeoutMs ?? 0,
    onError: (error) => console.error(`lost a connection to the database: ${error.message}`),
  })
  const close = () => closeAll(connection, embedded)
  try {
    await connection.pool.query('select 1')
  } catch (error) {
    await close()
    const fault = options.databaseUrl ? databaseUrlFault(error) : null
    throw new Error(
      fault === null ? `cannot open the database at ${withoutPassword(url)}: ${errorMessage(error)}` : `DATABASE_URL ${fault}`,
      { cause: error },
    )
  }
  return { ...connection, url, close }
}

async function closeAll(connection: Connection, embedded: Embedded | null): Promise<void> {
  await connection.close()
  await embedded?.release()
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
