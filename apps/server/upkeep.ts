import { upkeep } from '@duo/features/server'
import type { World } from '@duo/platform/server/trpc.ts'

/**
 * Does what the features ask for from time to time, each at its own pace and never twice at once in this process. A failure is logged
 * and tried again at the next time. `stop` resolves once nothing is running.
 */
export function startUpkeep(world: World) {
  const { db, log } = world
  const running = new Map<string, Promise<unknown>>()
  const timers = upkeep.map(({ name, every, run }) =>
    setInterval(() => {
      if (running.has(name)) return
      const turn = run(db, world)
        .catch((err) => log.error({ err, upkeep: name }, 'upkeep failed'))
        .finally(() => running.delete(name))
      running.set(name, turn)
    }, every).unref(),
  )
  return {
    stop: async () => {
      timers.forEach(clearInterval)
      await Promise.all(running.values())
    },
  }
}
