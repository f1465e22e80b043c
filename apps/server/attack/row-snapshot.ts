import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

/**
 * Tables that a refused call may change, and why. `rate_limit` counts refused calls as well. `auth_event` is the trail: refused sign-ins and
 * passwords go into it. A process beats every second, and what models cost is stored every second.
 */
const changedByRefusals = ['rate_limit', 'auth_event', 'chat_process', 'chat_spending']

/** What every other table holds: how many rows, and a sum over their versions, which changes with every write, be it the same content. */
export type RowSnapshot = Record<string, string>

/** Reads all tables of the product; those of the job library are its own. */
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

/** The rows once nothing changes any more: mails of accepted calls are written, replies end and the rank is folded in the background. */
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
