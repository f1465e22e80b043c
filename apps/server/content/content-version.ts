import type { Db } from '@duo/db/index.ts'
import { contentVersion } from '@duo/features/server'
import type { Logger } from '@duo/platform/server/log.ts'

const pollIntervalMs = 1_000

export interface ContentVersion {
  /** At most a second old. */
  current: () => string
  /** Reads it now. Returns `current` if the database is unreachable. */
  read: () => Promise<string>
}

/** Polls the content version. If the database is unreachable the last version stays, so that cached pages are still served. */
export async function watchContentVersion(db: Db, log: Logger) {
  let current = await contentVersion(db)
  let pending: Promise<void> | undefined
  const refresh = async () => {
    try {
      current = await contentVersion(db)
    } catch (err) {
      log.debug({ err }, 'failed to read the content version')
    }
    pending = undefined
  }
  const timer = setInterval(() => {
    pending ??= refresh()
  }, pollIntervalMs).unref()
  return {
    contentVersion: {
      current: () => current,
      read: () => contentVersion(db).catch(() => current),
    } satisfies ContentVersion,
    stop: async () => {
      clearInterval(timer)
      await pending
    },
  }
}
