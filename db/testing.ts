import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, inject, type ProvidedContext, vi } from 'vitest'
import { type Connection, connect } from './connection/connect.ts'
import { migrate } from './migrate.ts'
import { baseline, makeDifferences, replacedMigrations } from './migrations/adopt.ts'
import { migrations } from './migrations/index.ts'
import { administer, databaseUrl } from './test-server/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { adminUrl: string; template: string }
  }
}

export type TestDatabase = Connection & { url: string }

/** Repeats a check until it passes, and returns its value. The limit only ends hung tests, because a busy machine is not a failure. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 15_000 })

type WhenDone = (drop: () => Promise<void>) => void

/** Creates a migrated database, dropped after the file's last test, or with `onTestFinished` after the test. Needs global-setup.ts. */
export function testDatabase(whenDone: WhenDone = afterAll): Promise<TestDatabase> {
  return copyOf(testServer().template, whenDone)
}

/** Creates a database without tables. */
export function emptyDatabase(whenDone: WhenDone = afterAll): Promise<TestDatabase> {
  return copyOf('template0', whenDone)
}

/** Creates a database of the version before the baseline. `names` are its migrations. */
export async function databaseBeforeBaseline(
  whenDone: WhenDone = afterAll,
  names: readonly string[] = replacedMigrations,
): Promise<TestDatabase> {
  const database = await emptyDatabase(whenDone)
  const { db } = database
  await migrate(db, 'up', Object.fromEntries(Object.entries(migrations).filter(([name]) => name === baseline)))
  await makeDifferences(db)
  await sql`delete from kysely_migration`.execute(db)
  // all at the same moment, as one start applies them
  await sql`insert into kysely_migration select name, '2026-01-02T03:04:05.678Z' from unnest(${names}::text[]) as name`.execute(
    db,
  )
  return database
}

async function copyOf(source: string, whenDone: WhenDone): Promise<TestDatabase> {
  const { adminUrl, template } = testServer()
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await administer(adminUrl, `create database ${name} template ${source}`)
  const url = databaseUrl(adminUrl, name)
  const connection = connect({
    url,
    applicationName: 'duo-test',
    connectTimeoutMs: 15_000, // some tests queue hundreds of queries on a busy machine
    onError: (error) => console.error(`a test lost its connection: ${error.message}`),
  })
  whenDone(async () => {
    await connection.close()
    await administer(adminUrl, `drop database ${name} with (force)`)
  })
  return { ...connection, url }
}

function testServer(): ProvidedContext['testServer'] {
  const server: ProvidedContext['testServer'] | undefined = inject('testServer')
  if (!server) throw new Error('no test database server: name this file *.db.test.ts, so that it runs with the global set-up')
  return server
}
