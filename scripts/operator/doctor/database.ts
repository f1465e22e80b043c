import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Connection, connect } from '@duo/db/connection/connect.ts'
import { errorCode, errorMessage } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { migrate } from '@duo/db/migrate.ts'
import { adoptionOf, startBetween } from '@duo/db/migrations/adopt.ts'
import { openCluster } from '@duo/embedded-postgres/data-folder/cluster.ts'
import { startEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { type Env, usesPreparedStatements } from '@duo/server/config/env.ts'
import { root } from '@duo/server/config/paths.ts'
import { requireUsablePooler } from '@duo/server/lifecycle/pooler.ts'
import { sql } from 'kysely'
import { type Finding, fault, note, ok } from './finding.ts'

const connectTimeoutMs = 5_000

export interface Looked {
  finding: Finding
  connection: Connection | null
  close: () => Promise<void>
}

/** Opens the database and checks that the server could use it. Does not create the embedded one. */
export async function openForChecks(env: Env): Promise<Looked> {
  const nothing = (finding: Finding): Looked => ({ finding, connection: null, close: async () => {} })
  if (env.DATABASE_URL) return checkAt(env.DATABASE_URL, env, whereIs(env.DATABASE_URL), async () => {})
  const dataDir = resolve(root, env.DATA_DIR)
  try {
    if (!existsSync(dataDir) || !existsSync(openCluster(dataDir).pgData))
      return nothing(note(`embedded, not created yet in ${dataDir}`, 'the first npm start creates it'))
    const embedded = await startEmbedded({ dataDir })
    const where = `embedded in ${dataDir}${embedded.started ? ', started for this check' : ', running'}`
    return await checkAt(embedded.url, env, where, async () => void (await embedded.release()))
  } catch (error) {
    return nothing(
      fault(`embedded: ${errorMessage(error)}`, 'see the log named there, or docs/operations.md, The embedded database'),
    )
  }
}

async function checkAt(url: string, env: Env, where: string, release: () => Promise<void>): Promise<Looked> {
  const connection = connect({
    url,
    poolMax: 2,
    connectTimeoutMs,
    applicationName: 'duo-doctor',
    preparedStatements: usesPreparedStatements(env),
    pooled: env.DATABASE_DIRECT_URL !== undefined,
    onError: () => {},
  })
  const close = async () => {
    await connection.close()
    await release()
  }
  try {
    const started = performance.now()
    const { rows } = await connection.pool.query<{ version: string }>("select current_setting('server_version') as version")
    const ms = Math.max(1, Math.round(performance.now() - started))
    const finding =
      (await findReadOnly(connection.db)) ??
      (await findMissingRights(connection.db)) ??
      (await findPooler(env)) ??
      ok(`PostgreSQL ${rows[0]?.version.split(' ')[0]}, ${where}, connected in ${ms} ms`)
    return { finding, connection, close }
  } catch (error) {
    await close()
    return { finding: fault(`${where}: ${errorMessage(error)}`, remedyFor(error)), connection: null, close: async () => {} }
  }
}

function remedyFor(error: unknown): string {
  const code = errorCode(error)
  if (code === '3D000') return 'create the database, or correct its name in DATABASE_URL'
  if (code.startsWith('28')) return 'correct the user and password in DATABASE_URL, or let the user in (pg_hba.conf)'
  if (code === 'DATABASE_TOO_OLD') return 'upgrade Postgres'
  if (code === '53300') return 'raise max_connections of Postgres, or lower DATABASE_POOL'
  return 'start Postgres, or correct host and port in DATABASE_URL'
}

async function findPooler(env: Env): Promise<Finding | null> {
  try {
    await requireUsablePooler(env)
    return null
  } catch (error) {
    return fault(errorMessage(error), 'see docs/operations.md, Two servers and a pooler')
  }
}

async function findReadOnly(db: Db): Promise<Finding | null> {
  const { rows } = await sql<{ standby: boolean; readOnly: string }>`
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as "readOnly"`.execute(db)
  if (rows[0]?.standby) return fault('is a standby, which rejects writes', 'point DATABASE_URL to the primary')
  if (rows[0]?.readOnly === 'on')
    return fault('is read-only', 'make the database or role writable: default_transaction_read_only must be off')
  return null
}

async function findMissingRights(db: Db): Promise<Finding | null> {
  const { rows } = await sql<{ user: string; database: string; create: boolean; schema: boolean; closed: string[] }>`
    select current_user as user, current_database() as database,
      has_schema_privilege('public', 'create') as create,
      to_regnamespace('pgboss') is not null or has_database_privilege(current_database(), 'create') as schema,
      array(
        select table_.oid::regclass::text from pg_class as table_
        where table_.relnamespace in (to_regnamespace('public')::oid, to_regnamespace('pgboss')::oid)
          and table_.relkind in ('r', 'p')
          and not (has_table_privilege(table_.oid, 'select') and has_table_privilege(table_.oid, 'insert')
            and has_table_privilege(table_.oid, 'update') and has_table_privilege(table_.oid, 'delete'))
        order by 1
      ) as closed`.execute(db)
  const [found] = rows
  if (!found) return null
  const { user, database, closed } = found
  if (!found.create) return fault(`${user} may not create tables`, `as its owner: grant all on schema public to "${user}"`)
  if (!found.schema)
    return fault(`${user} may not create the schema of jobs`, `as its owner: grant create on database "${database}" to "${user}"`)
  if (closed.length > 0)
    return fault(
      `${user} may not read and write ${closed.slice(0, 3).join(', ')}${closed.length > 3 ? ` and ${closed.length - 3} more` : ''}`,
      `run as the user who owns them, or: grant ... to "${user}"`,
    )
  return null
}

export async function checkMigrations(db: Db): Promise<Finding> {
  const adoption = await adoptionOf(db)
  if (adoption.state === 'too old') return fault(`too old for this version: the last one is ${adoption.newest}`, startBetween)
  if (adoption.state === 'ready')
    return fault(
      'migrated by the version before this one',
      'start this version, or npm run migrate -- up: it adopts the database',
    )
  const states = await migrate(db, 'status')
  const pending = states.filter(({ state }) => state === 'pending')
  const newer = (await appliedMigrations(db)).filter((name) => !states.some((state) => state.name === name))
  if (newer.length > 0)
    return fault(
      `migrated by a newer version: it has ${newer.join(', ')}`,
      'run that version, or undo these with it first: npm run migrate -- down',
    )
  if (pending.length === states.length) return note('the database is empty', 'the first start creates the tables')
  if (pending.length > 0)
    return fault(
      `${pending.length} pending: ${pending.map(({ name }) => name).join(', ')}`,
      'start this version, or npm run migrate -- up',
    )
  return ok(`all ${states.length} are applied`)
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!found[0]?.there) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

function whereIs(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
