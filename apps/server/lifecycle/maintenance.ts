import { moveOldJobs } from '@duo/db/migrations/0013-jobs.ts'
import { upkeep } from '@duo/features/server'
import { deleteExpiredKeys } from '@duo/platform/server/idempotency.ts'
import { everyHour, sweepBatch, type Upkeep } from '@duo/platform/server/maintenance.ts'
import { forgetExpired } from '@duo/platform/server/security/rate-limit.ts'
import type { World } from '@duo/platform/server/trpc.ts'

const everyMinute = 60_000

const tasks: readonly Upkeep[] = [
  ...upkeep,
  // counters hold codes of addresses, so the privacy page promises it
  { name: 'rate_limit.forget', every: everyHour, batch: sweepBatch, run: (db) => forgetExpired(db, sweepBatch) },
  // a server of the build before pg-boss may still run beside this one and enqueue in graphile's schema; goes with that schema
  { name: 'jobs.move_old', every: everyMinute, batch: 500, run: (db) => moveOldJobs(db, 500) },
  {
    name: 'idempotency.delete_expired',
    every: everyHour,
    batch: sweepBatch,
    run: (db) => deleteExpiredKeys(db, sweepBatch),
  },
]

/**
 * Does what there is to do from time to time, at once and then each at its own pace, and never twice at once in this process. A failure is
 * logged and tried again at the next time. `stop` resolves once nothing is running.
 */
export function startUpkeep(world: World) {
  const { db, log } = world
  const running = new Map<string, Promise<unknown>>()
  let stopped = false

  async function untilDone({ run, batch = Number.POSITIVE_INFINITY }: Upkeep) {
    while (!stopped && Number(await run(db, world)) >= batch);
  }
  function turn(task: Upkeep) {
    const { name } = task
    if (running.has(name)) return
    const ended = untilDone(task)
      .catch((err: unknown) => log.error({ err, upkeep: name }, 'upkeep failed'))
      .finally(() => running.delete(name))
    running.set(name, ended)
  }

  const timers = tasks.map((task) => {
    turn(task)
    return setInterval(turn, task.every, task).unref()
  })
  return {
    stop: async () => {
      stopped = true
      timers.forEach(clearInterval)
      await Promise.all(running.values())
    },
  }
}
