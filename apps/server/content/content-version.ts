import type { Db } from '@duo/db/index.ts'
import { edition } from '@duo/features/server'
import type { Logger } from '@duo/platform/server/log.ts'

/** How often the database is asked whether articles or agents changed, ms: a change shows after this at the latest, in every process. */
const askEvery = 1_000

/** Names what is in the database now; whatever was made from another edition is old. */
export type Edition = () => string

/**
 * Follows the edition of what pages are made from. While the database is away the last one stands, so that what is kept in memory is
 * served on.
 */
export async function watchEdition(db: Db, log: Logger) {
  let known = await edition(db)
  let asking: Promise<void> | undefined
  const ask = async () => {
    try {
      known = await edition(db)
    } catch (err) {
      log.debug({ err }, 'the edition could not be read')
    }
    asking = undefined
  }
  const timer = setInterval(() => {
    asking ??= ask()
  }, askEvery).unref()
  return {
    edition: () => known,
    stop: async () => {
      clearInterval(timer)
      await asking
    },
  }
}
