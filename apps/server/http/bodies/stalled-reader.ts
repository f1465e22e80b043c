import type { ServerResponse } from 'node:http'

/** ms. A browser takes a stream that is silent for 25 s for dead and resumes it from its last event. */
const maxStallMs = 20_000

/**
 * Returns a function that takes the result of each write and closes the connection when its buffer has not drained for a while.
 * tRPC writes nothing to a full buffer, so a reader that stalls holds one event at most, but would hold it for ever.
 */
export function cutWhenStalled(res: ServerResponse, stallMs = maxStallMs): (hasRoom: boolean) => boolean {
  let timer: NodeJS.Timeout | undefined
  const clear = () => {
    clearTimeout(timer)
    timer = undefined
  }
  res.on('drain', clear)
  res.once('close', clear)
  return (hasRoom) => {
    if (!hasRoom && !res.destroyed) timer ??= setTimeout(() => res.destroy(), stallMs)
    return hasRoom
  }
}
