import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

type HeartbeatColumn = 'beat_at' | 'heartbeat_at'

const expiresAfterSeconds = 8

/** [before, after]. */
const tables = [
  ['waitlist_mover', 'waitlist_advanced_seat'],
  ['waitlist_gap', 'waitlist_vacated_seat'],
  ['waitlist_rank_delta', 'waitlist_position_delta'],
  ['waitlist_rank_node', 'waitlist_position_sum'],
  ['waitlist_reconciled', 'waitlist_reconciliation'],
  ['waitlist_address', 'waitlist_network'],
  ['blog_edition', 'blog_content_version'],
  ['marketplace_edition', 'marketplace_content_version'],
] as const

/** [new name of the table, before, after]. */
const columns = [
  ['waitlist_position_delta', 'pos', 'position'],
  ['waitlist_position_delta', 'd', 'delta'],
  ['waitlist_position_sum', 'n', 'total'],
  ['waitlist_signup', 'suspicion', 'fraud_signals'],
  ['waitlist_credit', 'block_hash', 'network_hash'],
  ['chat_conversation', 'last', 'preview'],
  ['chat_message', 'folded', 'search_text'],
  ['chat_message', 'put_away_at', 'hidden_at'],
  ['chat_message', 'away_with', 'hidden_with'],
  ['chat_process', 'beat_at', 'heartbeat_at'],
  ['chat_run', 'stop', 'stop_requested'],
  ['blog_content_version', 'house', 'bundled'],
  ['marketplace_content_version', 'house', 'bundled'],
] as const

const indexes = [
  ['waitlist_mover_pkey', 'waitlist_advanced_seat_pkey'],
  ['waitlist_mover_key', 'waitlist_advanced_seat_key'],
  ['waitlist_gap_pkey', 'waitlist_vacated_seat_pkey'],
  ['waitlist_rank_delta_pos', 'waitlist_position_delta_position'],
  ['waitlist_rank_node_pkey', 'waitlist_position_sum_pkey'],
  ['waitlist_address_pkey', 'waitlist_network_pkey'],
  ['blog_edition_pkey', 'blog_content_version_pkey'],
  ['marketplace_edition_pkey', 'marketplace_content_version_pkey'],
  ['waitlist_address_hash', 'waitlist_network_hash'],
  ['waitlist_address_expires', 'waitlist_network_expires'],
  ['waitlist_credit_block', 'waitlist_credit_network'],
  ['chat_message_put_away', 'chat_message_replaced'],
  ['chat_message_away', 'chat_message_hidden_with'],
] as const

const constraints = [
  ['waitlist_advanced_seat', 'waitlist_mover_friends_check', 'waitlist_advanced_seat_friends_check'],
  ['waitlist_network', 'waitlist_address_signup_id_fkey', 'waitlist_network_signup_id_fkey'],
  ['blog_content_version', 'blog_edition_one_check', 'blog_content_version_one_check'],
  ['marketplace_content_version', 'marketplace_edition_one_check', 'marketplace_content_version_one_check'],
  ['chat_message', 'chat_message_away_with_fkey', 'chat_message_hidden_with_fkey'],
] as const

/** Gives tables and columns the names that the code uses. Stop all servers first, because older ones would not find their tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await requireStoppedServers(db, 'beat_at')
  for (const [before, after] of tables) await renameTable(db, before, after)
  for (const [table, before, after] of columns) await renameColumn(db, table, before, after)
  for (const [before, after] of indexes) await renameIndex(db, before, after)
  for (const [table, before, after] of constraints) await renameConstraint(db, table, before, after)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await requireStoppedServers(db, 'heartbeat_at')
  for (const [table, before, after] of constraints) await renameConstraint(db, table, after, before)
  for (const [before, after] of indexes) await renameIndex(db, after, before)
  for (const [table, before, after] of columns) await renameColumn(db, table, after, before)
  for (const [before, after] of tables) await renameTable(db, after, before)
}

const renameTable = (db: Kysely<unknown>, from: string, to: string) =>
  sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(db)

const renameColumn = (db: Kysely<unknown>, table: string, from: string, to: string) =>
  sql`alter table ${sql.id(table)} rename column ${sql.id(from)} to ${sql.id(to)}`.execute(db)

const renameIndex = (db: Kysely<unknown>, from: string, to: string) =>
  sql`alter index ${sql.id(from)} rename to ${sql.id(to)}`.execute(db)

const renameConstraint = (db: Kysely<unknown>, table: string, from: string, to: string) =>
  sql`alter table ${sql.id(table)} rename constraint ${sql.id(from)} to ${sql.id(to)}`.execute(db)

/** Waits until the heartbeats of killed servers have expired. Throws if a server still sends one. */
async function requireStoppedServers(db: Kysely<unknown>, heartbeatAt: HeartbeatColumn): Promise<void> {
  for (let waited = 0; ; waited += 1) {
    const alive = await countServers(db, heartbeatAt)
    if (alive === 0) break
    if (waited > expiresAfterSeconds) throw new Error(serversRunning(alive))
    await sleep(1_000)
  }
  // a server that starts meanwhile is either counted here, or waits for the lock and then fails to start
  await sql`lock table chat_process in access exclusive mode`.execute(db)
  const started = await countServers(db, heartbeatAt)
  if (started > 0) throw new Error(serversRunning(started))
}

async function countServers(db: Kysely<unknown>, heartbeatAt: HeartbeatColumn): Promise<number> {
  const { rows } = await sql<{ alive: number }>`
    select count(*)::int as alive from chat_process
    where ${sql.id(heartbeatAt)} > clock_timestamp() - make_interval(secs => ${expiresAfterSeconds})`.execute(db)
  return rows[0]?.alive ?? 0
}

const serversRunning = (alive: number) =>
  `it renames tables that running servers use, and ${alive === 1 ? 'one server is' : `${alive} servers are`} running on this database. ` +
  'Stop every server, then migrate or start this version (docs/operations.md, "Releases that need a stop")'
