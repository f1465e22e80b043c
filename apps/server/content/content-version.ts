import type { Db } from '@duo/db/index.ts'
import { contentVersion } from '@duo/features/server'
import type { Logger } from '@duo/platform/server/log.ts'

/** How often the database is asked whether articles or agents changed, ms: a change shows after this at the latest, in every process. */
const pollIntervalMs = 1_000

/** Names what is in the database now; whatever was made from another edition is old. */
export type ContentVersion = () => string

/**
 * Follows the edition of what pages are made from. While the database is away the last one stands, so that what is kept in memory is
 * served on.
 */
export async function watchContentVersion(db: Db, log: Logger) {
  let current = await contentVersion(db)
  let pending: Promise<void> | undefined
  const refresh = async () => {
    try {
      current = await contentVersion(db)
    } catch (err) {
      log.debug({ err }, 'the edition could not be read')
    }
    pending = undefined
  }
  const timer = setInterval(() => {
    pending ??= refresh()
  }, pollIntervalMs).unref()
  return {
    contentVersion: () => current,
    stop: async () => {
      clearInterval(timer)
      await pending
    },
  }
}
