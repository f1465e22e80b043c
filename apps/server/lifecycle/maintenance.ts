import { maintenanceTasks } from '@duo/features/server'
import { deleteExpiredKeys } from '@duo/platform/server/idempotency.ts'
import { purgeMailCodes } from '@duo/platform/server/mail/mail-codes.ts'
import { hourlyPurge, type MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import { purgeExpiredLimits } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'

const tasks: readonly MaintenanceTask[] = [
  ...maintenanceTasks,
  // limits contain hashed addresses; the privacy page promises their deletion
  { name: 'rate_limit.purge_expired', ...hourlyPurge, run: purgeExpiredLimits },
  { name: 'mail_code.purge_expired', ...hourlyPurge, run: purgeMailCodes },
  { name: 'idempotency.purge_expired', ...hourlyPurge, run: deleteExpiredKeys },
]

/** Runs the tasks at their intervals, each at most once at a time, and logs errors. `stop` waits for running ones. */
export function startMaintenance(appContext: AppContext) {
  const { db, log } = appContext
  const running = new Map<string, Promise<unknown>>()
  let stopped = false

  async function untilDone({ run, batch = Number.POSITIVE_INFINITY }: MaintenanceTask) {
    while (!stopped && Number(await run(db, appContext)) >= batch);
  }
  function tick(task: MaintenanceTask) {
    const { name } = task
    if (running.has(name)) return
    const completion = untilDone(task)
      .catch((err: unknown) => log.error({ err, task: name }, 'maintenance task failed'))
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
