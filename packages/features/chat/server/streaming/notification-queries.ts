import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

/** NOTIFY channel: replies grew (`text`), ended (`finished`) or must stop (`stop`), and a process began (`process_started`). */
export const channel = 'chat'

/** Skips the wait for the disk, for data that may be lost if Postgres crashes. */
export const asyncCommit = sql`set_config('synchronous_commit', 'off', true)`

export async function notifyProcessStarted(db: Db, processId: string): Promise<void> {
  await sql`select ${asyncCommit}, pg_notify(${channel}, ${`process_started ${processId}`})`.execute(db)
}

/** A NOTIFY payload is limited to 8,000 bytes. */
const maxIdsPerNotification = 200

/** A separate statement, because NOTIFY takes a global lock until commit and no write of a reply should wait for it. */
export async function notifyReplies(db: Db, kind: 'text' | 'finished', ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += maxIdsPerNotification) {
    const payload = [kind, ...ids.slice(from, from + maxIdsPerNotification)].join(' ')
    await sql`select ${asyncCommit}, pg_notify(${channel}, ${payload})`.execute(db)
  }
}
