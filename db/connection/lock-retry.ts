import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { codeWithin } from '../errors.ts'
import type { Db } from '../index.ts'

/** Half of what a request waits for a lock (`sessionLimits`), so that requests behind a waiting migration succeed. */
export const lockTimeoutMs = 500

/** ms between attempts, about a minute in all. They grow, because each attempt delays requests. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

const lockErrors = ['55P03', '40P01'] // lock_not_available, deadlock_detected

/**
 * Repeats work that changes tables until it gets its locks. While it waits for one, every other query on that table waits behind it, so
 * each attempt gives up after `lockTimeoutMs`. The work must roll back when it fails.
 */
export async function retryLocks<T>(session: Db, work: () => Promise<T>, onWait: (line: string) => void): Promise<T> {
  for (const pause of [...pausesMs, null]) {
    try {
      return await work()
    } catch (error) {
      if (!lockErrors.includes(codeWithin(error))) throw error
      const holder = await oldestTransaction(session)
      if (pause === null) throw new Error(lastWord(holder), { cause: error })
      onWait(`a migration waits for a lock (${holder}), next attempt in ${pause / 1_000} s`)
      await sleep(pause)
    }
  }
  throw new Error('unreachable: the last attempt returns or throws')
}

const lastWord = (holder: string) =>
  `the migration did not get its locks within ${Math.round(pausesMs.reduce((sum, pause) => sum + pause, 0) / 1_000)} s (${holder}). ` +
  'Nothing was changed. Wait until that has ended, for example a backup, then try again'

/** Names the transaction that is most probably in the way. Our own attempt has failed, so it holds and waits for nothing. */
async function oldestTransaction(session: Db): Promise<string> {
  const { rows } = await sql<{ pid: number; name: string; seconds: number }>`
    select pid, application_name as name, extract(epoch from clock_timestamp() - xact_start)::int as seconds
      from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start is not null
      order by xact_start limit 1`.execute(session)
  const [oldest] = rows
  if (!oldest) return 'by a transaction that has just ended'
  return `the oldest transaction is ${oldest.seconds} s old: ${oldest.name || 'a client without a name'}, Postgres process ${oldest.pid}`
}
