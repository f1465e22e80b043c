/** Signals that come this close together are one wish to stop: a terminal sends Ctrl-C to us and to `npm start`, which passes it on. */
const sameWish = 500

/** Longest time from the end of `DRAIN_SECONDS` to the end of the process, ms, whatever hangs: below the ten seconds that we promise. */
export const closingLimit = 9_500

const notClosed = 'did not stop in peace'

/**
 * Closes once on a signal, or when the process that started us is gone; a second wish leaves at once. After `limit` ms it leaves in any
 * case: what hung then is for the next start, which takes an embedded Postgres over that was left running.
 */
export function closeOnSignal(close: () => Promise<void>, limit = closingLimit) {
  let isClosing: number | undefined
  const stop = () => {
    if (isClosing !== undefined) {
      if (performance.now() - isClosing > sameWish) process.exit(130)
      return
    }
    isClosing = performance.now()
    setTimeout(() => explain(notClosed)(new Error(`some of it still runs after ${limit / 1000} s`)), limit).unref()
    close().then(() => process.exit(0), explain(notClosed))
  }
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop)
  // the one who started us may be gone before we listened
  if (process.channel && !process.connected) stop()
}

/** Ends the process with the reason. */
export function giveUp(reason: string): never {
  console.error(`Duo cannot go on: ${reason}`)
  process.exit(1)
}

/** A fault that its own message explains ends in that one line; anything unforeseen shows where it happened. */
export function explain(what: string) {
  return (error: Error & { code?: unknown }): never => {
    console.error(error.code === undefined && error.name !== 'Error' ? error : `Duo ${what}: ${error.message}`)
    process.exit(1)
  }
}
