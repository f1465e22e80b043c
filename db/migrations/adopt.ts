import { sql } from 'kysely'
import { type Db, inTransaction } from '../index.ts'
import { createHeldQueue } from './0001-baseline/jobs.ts'

/** The migrations that the baseline replaced. A database or backup that has all of them is adopted: it has the baseline's tables. */
export const replacedMigrations = (
  '0001-waitlist 0002-mail 0003-rate-limit 0004-waitlist-rank 0005-survey 0006-blog 0007-auth 0008-billing 0009-marketplace 0010-chat ' +
  '0011-auth-return 0012-chat-agent 0013-jobs 0014-idempotency 0015-auth-recovery 0016-auth-security 0017-data-key-and-spending ' +
  '0018-waitlist-tickets 0019-chat-help 0020-note-questions 0021-chat-next-questions 0022-chat-feedback 0023-chat-share ' +
  '0024-waitlist-credit-block 0025-chat-versions 0026-note-vectors 0027-second-factor 0028-plain-names 0029-waitlist-join 0030-api-key ' +
  '0031-visitor-tokens 0032-honeypot 0033-reply-html 0034-token-reservations 0035-factors-guard-factors 0036-provenance 0037-help-state ' +
  '0038-mail-code'
).split(' ')

export const lastReplaced = '0038-mail-code'
export const baseline = '0001-baseline'

/** The last version that has the replaced migrations. */
const versionBetween = 'the version of commit 38583df0'

export const startBetween = `start ${versionBetween} with it once, then this one`

export const tooOldBackup = (newest: string) =>
  `the backup is too old for this version (its last migration is ${newest}): restore it with ${versionBetween}, then start this one with that database`

/** `none`: the database is new, or has the baseline. `ready`: it has exactly the replaced migrations. */
export async function adoptionOf(db: Db): Promise<{ state: 'none' | 'ready' } | { state: 'too old'; newest: string }> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!found[0]?.there) return { state: 'none' }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db)
  const applied = rows.map(({ name }) => name)
  const newest = applied.at(-1)
  if (newest === undefined || applied.includes(baseline) || !applied.some((name) => replacedMigrations.includes(name)))
    return { state: 'none' }
  return applied.join() === replacedMigrations.join() ? { state: 'ready' } : { state: 'too old', newest }
}

/** Replaces the rows of the replaced migrations by the baseline's. A server of the version before goes on: it does not read them again. */
export async function adopt(db: Db): Promise<void> {
  if ((await adoptionOf(db)).state === 'none') return
  await inTransaction(db, async (tx) => {
    // another process may be adopting it, or a server of the version before may be migrating it
    await sql`lock table kysely_migration in share row exclusive mode`.execute(tx)
    const adoption = await adoptionOf(tx)
    if (adoption.state === 'too old')
      throw new Error(`this database is too old for this version (its last migration is ${adoption.newest}): ${startBetween}`)
    if (adoption.state === 'none') return
    await removeDifferences(tx)
    await createHeldQueue(tx)
    await sql`delete from kysely_migration where name = any(${replacedMigrations})`.execute(tx)
    await sql`insert into kysely_migration (name, timestamp) values (${baseline}, ${new Date().toISOString()})`.execute(tx)
  })
}

/** What the version before stored and this one does not read: the seat of early joins, which was their position, and a column. */
export async function removeDifferences(tx: Db): Promise<void> {
  await sql`
    update waitlist_event set data = data - 'seat' || jsonb_build_object('position', data -> 'seat')
    where kind = 'joined' and data ? 'seat' and not data ? 'position'`.execute(tx)
  await tx.schema.alterTable('data_key').dropColumn('made_from_secret').execute()
}

/** Gives the baseline's empty tables the columns of the version before, for a backup's rows; `removeDifferences` takes them back. */
export async function makeDifferences(tx: Db): Promise<void> {
  await tx.schema
    .alterTable('data_key')
    .addColumn('made_from_secret', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute()
}
