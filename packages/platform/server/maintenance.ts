import type { Db } from '@duo/db/index.ts'
import type { AppContext } from './trpc.ts'

/** Something that a running server does by itself: at its start, and from then on at its own pace. */
export interface MaintenanceTask {
  /** `feature.action`, for the log. */
  name: string
  /** Milliseconds from one time to the next. */
  every: number
  run: (db: Db, world: AppContext) => Promise<unknown>
  /**
   * For what deletes a limited number of rows, so that nobody waits for it and no statement takes too long: that number. `run` answers
   * how many it came across, and is repeated at once while it is all of them.
   */
  batch?: number
}

/** Rows that are deleted at a time, where each is a small one. */
export const purgeBatchSize = 5_000

export const hourMs = 3_600_000
