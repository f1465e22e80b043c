import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

/**
 * Tables that may change around a refused call. `rate_limit` counts refused calls as well, and `auth_event` records refused sign-ins and
 * passwords. The server writes the others by the clock: heartbeats, the cost of models and how far the waitlist's ranks are checked.
 */
const changedByRefusals = ['rate_limit', 'auth_event', 'chat_process', 'chat_spending', 'waitlist_reconciled']

/** For every other table the number of rows, and a sum over their versions, which changes with every write, even of the same content. */
export type RowSnapshot = Record<string, string>

/** Reads all tables of the product, but not those of the job library. */
async function rowSnapshot(db: Db): Promise<RowSnapshot> {
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const names = tables.rows.map(({ name }) => name).filter((name) => !changedByRefusals.includes(name))
  const parts = names.map(
    (name) =>
      sql`select ${sql.lit(name)} as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(t.ctid || ' ' || t.xmin, 0)), 0) as state from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; state: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

/** Reads the rows when all background work is done: mails of accepted calls, replies and corrections of ranks. */
export async function settledRows(db: Db): Promise<RowSnapshot> {
  const deadline = performance.now() + 30_000
  while (await isBusy(db)) {
    if (performance.now() > deadline) throw new Error('rows still change although no one calls')
    await new Promise((again) => setTimeout(again, 25))
  }
  return rowSnapshot(db)
}

/** Whether a reply is being written, a job is due or a correction of the rank waits. */
async function isBusy(db: Db): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from chat_run) or exists (select from waitlist_rank_delta)
      or exists (select from pgboss.job where state < 'completed' and start_after <= now()) as busy`.execute(db)
  return rows[0]?.busy === true
}
