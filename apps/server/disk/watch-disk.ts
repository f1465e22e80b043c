import type { Logger } from '@duo/platform/server/log.ts'
import { readDiskSpace } from './disk-space.ts'

const lookEveryMs = 60_000

/** ms for which a write that Postgres refused counts as news. */
const fullForMs = 60_000

export interface DiskWatch {
  folder: string
  /** Reports that Postgres refused a write because its own disk is full, which may be on another machine. */
  reportDatabaseFull: () => void
  isDatabaseFull: () => boolean
  stop: () => void
}

/** Warns in the log when the disk of the data folder is nearly full, and when the disk of the database is full. */
export function watchDisk({ folder, log }: { folder: string; log: Logger }): DiskWatch {
  let wasNearlyFull = false
  let fullAt = Number.NEGATIVE_INFINITY
  const isDatabaseFull = () => performance.now() - fullAt < fullForMs

  const look = async () => {
    const { free, size, isNearlyFull } = await readDiskSpace(folder)
    const space = { folder, freeMb: Math.round(free / 1_000_000), percent: Math.round((free / size) * 100) }
    if (isNearlyFull && !wasNearlyFull) log.warn(space, 'the disk of the data folder is nearly full')
    if (!isNearlyFull && wasNearlyFull) log.info(space, 'the disk of the data folder has space again')
    wasNearlyFull = isNearlyFull
  }
  const lookSafely = () => void look().catch((err: unknown) => log.warn({ err }, 'the space of the data folder cannot be read'))
  lookSafely()
  const timer = setInterval(lookSafely, lookEveryMs).unref()
  return {
    folder,
    reportDatabaseFull: () => {
      if (!isDatabaseFull()) log.error('the disk of the database is full: writes are refused with 503 until there is space')
      fullAt = performance.now()
    },
    isDatabaseFull,
    stop: () => clearInterval(timer),
  }
}
