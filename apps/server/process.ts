/** Signals that come this close together are one wish to stop: a terminal sends Ctrl-C to us and to `npm start`, which passes it on. */
const sameWish = 500

/** Closes once on a signal, or when the process that started us is gone; a second wish leaves at once. */
export function closeWhenAsked(close: () => Promise<void>) {
  let asked: number | undefined
  const stop = () => {
    if (asked !== undefined) {
      if (performance.now() - asked > sameWish) process.exit(130)
      return
    }
    asked = performance.now()
    close().then(() => process.exit(0), explain('did not stop in peace'))
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
