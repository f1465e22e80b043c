import { databaseError } from './errors.ts'

/** Shipped by the oldest supported Debian, and the oldest version that our SQL was tested on. */
const OLDEST_MAJOR = 15

type Queryable = { query: (text: string) => Promise<{ rows: { server_version_num: string }[] }> }

export async function requireSupportedServer(client: Queryable): Promise<void> {
  const { rows } = await client.query('show server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major >= OLDEST_MAJOR) return
  throw databaseError('DATABASE_TOO_OLD', `this is PostgreSQL ${major}; Duo needs PostgreSQL ${OLDEST_MAJOR} or newer`)
}
