import { createPool, type PoolOptions } from '@duo/db/connection/pool.ts'
import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely'
import type { PoolClient } from 'pg'

export type Target = Pick<PoolOptions, 'url' | 'preparedStatements' | 'applicationName'>

type Begin = (db: Db) => TransactionBuilder<Database>

/** COPY needs the `pg` client. A failure cuts the connection, because a rollback would wait for an unfinished COPY forever. */
export async function inOneTransaction<T>(
  target: Target,
  begin: Begin,
  work: (tx: Transaction<Database>, client: PoolClient) => Promise<T>,
): Promise<T> {
  const pool = createPool({ ...target, poolMax: 1, statementTimeoutMs: 0, onError: () => {} })
  let failure: { error: unknown } | undefined
  try {
    const client = await pool.connect()
    try {
      return await begin(kyselyOn(client, pool.options)).execute(async (tx) => {
        try {
          return await work(tx, client)
        } catch (error) {
          failure = { error }
          client.connection.stream.destroy()
          throw error
        }
      })
    } finally {
      client.release(true)
    }
  } catch (error) {
    throw failure ? failure.error : error // rethrow the cause instead of Kysely's error about its rollback
  } finally {
    await pool.end()
  }
}

function kyselyOn(client: PoolClient, options: object): Db {
  const leased = { query: client.query.bind(client) as PoolClient['query'], release: () => {} }
  return new Kysely({ dialect: new PostgresDialect({ pool: { options, connect: async () => leased, end: async () => {} } }) })
}
