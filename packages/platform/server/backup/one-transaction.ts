import { createPool, type PoolOptions } from '@duo/db/connection/pool.ts'
import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely'
import type { PoolClient } from 'pg'

export type Target = Pick<PoolOptions, 'url' | 'preparedStatements' | 'applicationName'>

type Begin = (db: Db) => TransactionBuilder<Database>

/**
 * Runs `work` in one transaction and hands it the `pg` client of that transaction too: COPY needs the client, migrations and the job library
 * need Kysely. When `work` fails, the connection is cut instead of rolled back, because a COPY that was left half-way would make the
 * rollback wait for ever. Postgres rolls back a lost connection itself.
 */
export async function inOneTransaction<T>(
  target: Target,
  begin: Begin,
  work: (tx: Transaction<Database>, client: PoolClient) => Promise<T>,
): Promise<T> {
  // no listener is needed: the statement that loses the connection reports it
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
    // Kysely reports that its rollback found no connection; what led to it is the error that matters
    throw failure ? failure.error : error
  } finally {
    await pool.end()
  }
}

function kyselyOn(client: PoolClient, options: object): Db {
  const leased = { query: client.query.bind(client) as PoolClient['query'], release: () => {} }
  return new Kysely({ dialect: new PostgresDialect({ pool: { options, connect: async () => leased, end: async () => {} } }) })
}
