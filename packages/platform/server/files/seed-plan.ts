import { type Db, inTransaction } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { sql, type Transaction } from 'kysely'

/** Servers that start at the same moment seed one after the other: longer than a request would wait. */
const lockTimeout = '60s'

/** How far a seed goes: `add` only adds, `merge` also changes what is there, `replace` also removes what the folder lacks. */
export type SeedMode = 'add' | 'merge' | 'replace'

/** What a seed did, or would do, by the names of articles or agents. */
export interface SeedPlan {
  added: string[]
  changed: string[]
  unchanged: string[]
  /** In the folder and different in the database, where they stay as they are (mode `add`). */
  different: string[]
  /** Not offered any more, but conversations refer to them. */
  hidden: string[]
  removed: string[]
  /** Not in the folder; they stay (all modes but `replace`). */
  kept: string[]
  /** Whether starts of the server keep everything at what comes with Duo, before and after. */
  followsBundled: { before: boolean; after: boolean }
}

export interface SeedOptions {
  mode?: SeedMode
  /** Whether to keep what was done; else all of it is rolled back. That is how a plan is made: nothing can do other than it shows. */
  accept?: (plan: SeedPlan) => boolean
}

/** What came of a seed: the plan and whether it is in the database now, or everything that is wrong with the files. */
export type SeedResult = ({ ok: true; committed: boolean } & SeedPlan) | { ok: false; problems: string[] }

/** Runs a seed in one transaction, which is rolled back where files are faulty or the plan is not accepted. */
export async function seedInTransaction(
  db: Db,
  seed: (tx: Transaction<Database>) => Promise<SeedPlan | { problems: string[] }>,
  accept: (plan: SeedPlan) => boolean = () => true,
): Promise<SeedResult> {
  const rollback = new Error('rolled back on purpose')
  let outcome: SeedResult | undefined
  try {
    await inTransaction(db, async (tx) => {
      await sql`select set_config('lock_timeout', ${lockTimeout}, true), set_config('statement_timeout', ${lockTimeout}, true)`.execute(
        tx,
      )
      const result = await seed(tx)
      outcome = 'problems' in result ? { ok: false, ...result } : { ok: true, committed: accept(result), ...result }
      if (!outcome.ok || !outcome.committed) throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  if (!outcome) throw new Error('a seed ended without a result')
  return outcome
}

/** Compares a folder with the database, by name and hash; a stored hash of null is like no other. */
export function comparePlan(
  files: ReadonlyMap<string, string>,
  stored: ReadonlyMap<string, string | null>,
  mode: SeedMode,
): Omit<SeedPlan, 'hidden' | 'removed' | 'kept' | 'followsBundled'> & { missing: string[] } {
  const names = [...files.keys()]
  const differing = names.filter((name) => stored.has(name) && stored.get(name) !== files.get(name))
  return {
    added: names.filter((name) => !stored.has(name)),
    changed: mode === 'add' ? [] : differing,
    unchanged: names.filter((name) => stored.get(name) === files.get(name)),
    different: mode === 'add' ? differing : [],
    missing: [...stored.keys()].filter((name) => !files.has(name)),
  }
}

/** Whether a plan changes what visitors see. */
export const changesAnything = ({ added, changed, hidden, removed }: Omit<SeedPlan, 'followsBundled'>) =>
  added.length + changed.length + hidden.length + removed.length > 0

/** Whether the database has exactly what the folder has, once a plan is carried out. */
export const isExact = ({ different, kept }: Omit<SeedPlan, 'followsBundled'>) => different.length + kept.length === 0
