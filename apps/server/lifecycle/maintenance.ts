import { moveOldJobs } from '@duo/db/migrations/0013-jobs.ts'
import { maintenanceTasks } from '@duo/features/server'
import { deleteExpiredKeys } from '@duo/platform/server/idempotency.ts'
import { hourMs, type MaintenanceTask, purgeBatchSize } from '@duo/platform/server/maintenance.ts'
import { purgeExpiredLimits } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'

const minuteMs = 60_000

const tasks: readonly MaintenanceTask[] = [
  ...maintenanceTasks,
  // counters hold codes of addresses, so the privacy page promises it
  { name: 'rate_limit.forget', every: hourMs, batch: purgeBatchSize, run: (db) => purgeExpiredLimits(db, purgeBatchSize) },
  // a server of the build before pg-boss may still run beside this one and enqueue in graphile's schema; goes with that schema
  { name: 'jobs.move_old', every: minuteMs, batch: 500, run: (db) => moveOldJobs(db, 500) },
  {
    name: 'idempotency.delete_expired',
    every: hourMs,
    batch: purgeBatchSize,
    run: (db) => deleteExpiredKeys(db, purgeBatchSize),
  },
]

/**
 * Does what there is to do from time to time, at once and then each at its own pace, and never twice at once in this process. A failure is
 * logged and tried again at the next time. `stop` resolves once nothing is running.
 */
export function startMaintenance(world: AppContext) {
  const { db, log } = world
  const running = new Map<string, Promise<unknown>>()
  let stopped = false

  async function untilDone({ run, batch = Number.POSITIVE_INFINITY }: MaintenanceTask) {
    while (!stopped && Number(await run(db, world)) >= batch);
  }
  function tick(task: MaintenanceTask) {
    const { name } = task
    if (running.has(name)) return
    const completion = untilDone(task)
      .catch((err: unknown) => log.error({ err, upkeep: name }, 'upkeep failed'))
      .finally(() => running.delete(name))
    running.set(name, completion)
  }

  const timers = tasks.map((task) => {
    tick(task)
    return setInterval(tick, task.every, task).unref()
  })
  return {
    stop: async () => {
      stopped = true
      timers.forEach(clearInterval)
      await Promise.all(running.values())
    },
  }
}
