import type { Db } from '@duo/db/index.ts'
import { purgeBatchSize } from './purge.ts'
import type { AppContext } from './trpc.ts'

/** Every server runs it, so it must be safe to run concurrently. */
export interface MaintenanceTask {
  name: string
  every: number
  run: (db: Db, context: AppContext) => Promise<unknown>
  /** Rows per run. While `run` returns a full batch, it runs again at once. */
  batch?: number
}

export const hourMs = 3_600_000

export const hourlyPurge = { every: hourMs, batch: purgeBatchSize }
