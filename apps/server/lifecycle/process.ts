/** ms: a terminal sends Ctrl-C both to us and to `npm start`, which forwards it. */
const repeatedSignalMs = 500

/** Limit for the shutdown after `DRAIN_SECONDS`, ms. Below the promised ten seconds, because the end of the threads takes time too. */
export const closingLimit = 9_000

const notClosed = 'did not stop cleanly'

/** Closes on a signal or when the parent process has ended. Exits at once after a second signal or `limit` ms. */
export function closeOnSignal(close: () => Promise<void>, limit = closingLimit) {
  let closingSince: number | undefined
  const stop = () => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince > repeatedSignalMs) process.exit(130)
      return
    }
    closingSince = performance.now()
    setTimeout(() => exitOnError(notClosed)(new Error(`shutdown not finished after ${limit / 1000} s`)), limit).unref()
    close().then(() => process.exit(0), exitOnError(notClosed))
  }
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop)
  if (process.channel && !process.connected) stop()
}

export function giveUp(reason: string): never {
  console.error(`Duo cannot go on: ${reason}`)
  process.exit(1)
}

/** Returns a handler that exits with one line for expected errors, and with the stack for unexpected ones. */
export function exitOnError(what: string) {
  return (error: Error & { code?: unknown }): never => {
    console.error(error.code === undefined && error.name !== 'Error' ? error : `Duo ${what}: ${error.message}`)
    process.exit(1)
  }
}
