import { type Db, inTransaction } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { sql, type Transaction } from 'kysely'

/** Longer than for requests: servers starting together seed one after the other. */
const lockTimeout = '60s'

/** `add` only adds, `merge` also changes, `replace` also removes what the folder lacks. */
export type SeedMode = 'add' | 'merge' | 'replace'

export interface SeedPlan {
  added: string[]
  changed: string[]
  unchanged: string[]
  /** Differ, but stay unchanged (mode `add`). */
  different: string[]
  /** No longer listed, but referenced by conversations. */
  hidden: string[]
  removed: string[]
  /** Not in the folder, but stay (all modes except `replace`). */
  kept: string[]
  /** Whether the server start updates the bundled content, before and after. */
  followsBundled: { before: boolean; after: boolean }
}

export interface SeedOptions {
  mode?: SeedMode
  /** Return false to roll back: a dry run executes the real changes, so its plan is exact. */
  accept?: (plan: SeedPlan) => boolean
}

export type SeedResult = ({ ok: true; committed: boolean } & SeedPlan) | { ok: false; problems: string[] }

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

/** Compares by name and hash; a stored hash of null never matches. */
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

export const changesAnything = ({ added, changed, hidden, removed }: Omit<SeedPlan, 'followsBundled'>) =>
  added.length + changed.length + hidden.length + removed.length > 0

export const isExact = ({ different, kept }: Omit<SeedPlan, 'followsBundled'>) => different.length + kept.length === 0
