import { type Embedded, startEmbedded } from '@duo/embedded-postgres/embedded.ts'
import type { CliEnv } from '../cli/cli-env.ts'
import { databaseUrlFault, errorMessage } from '../errors.ts'
import { type Connection, connect } from './connect.ts'

export type OpenOptions = Omit<CliEnv, 'preparedStatements'> & {
  applicationName: string
  preparedStatements?: boolean
  /** Default 0 (never cancels): tools run longer statements than requests. */
  statementTimeoutMs?: number
}

/** Opens the database, starting the embedded one if needed. `close()` stops it again unless it is in use. */
export async function openDatabase(options: OpenOptions): Promise<Connection & { url: string }> {
  const embedded = options.databaseUrl ? null : await startEmbedded({ dataDir: options.dataDir })
  const url = embedded?.url ?? options.databaseUrl ?? ''
  const connection = connect({
    url,
    poolMax: 4,
    applicationName: options.applicationName,
    preparedStatements: options.preparedStatements ?? true,
    statementTimeoutMs: options.statementTimeoutMs ?? 0,
    onError: (error) => console.error(`database connection lost: ${error.message}`),
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
