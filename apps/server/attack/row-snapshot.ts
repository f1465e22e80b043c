import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

// `rate_limit`, `auth_event` and the networks of API keys also record refused calls; the others change with time: heartbeats, model
// cost, the HTML of replies that ended, the rank check
const changedByRefusals = [
  'rate_limit',
  'auth_event',
  'auth_api_key_network',
  'chat_process',
  'chat_reply_html',
  'chat_spending',
  'chat_token_reservation',
  'waitlist_reconciliation',
]

/** Per table: the row count, and a sum over row versions, which changes with every write, even of equal content. */
export type RowSnapshot = Record<string, string>

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

/** Reads the rows once all background work has finished: mails, replies and rank corrections. */
export async function settledRows(db: Db): Promise<RowSnapshot> {
  const deadline = performance.now() + 30_000
  while (await isBusy(db)) {
    if (performance.now() > deadline) throw new Error('rows still change without any call')
    await new Promise((again) => setTimeout(again, 25))
  }
  return rowSnapshot(db)
}

async function isBusy(db: Db): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from chat_run) or exists (select from waitlist_position_delta)
      or exists (select from pgboss.job where state < 'completed' and start_after <= now()) as busy`.execute(db)
  return rows[0]?.busy === true
}
