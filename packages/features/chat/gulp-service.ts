import type { Readable } from 'node:stream'

/** Pieces of an answer that are handed on as they come: somewhere among them are its first words, which nothing may hold up. */
const atOnce = 8

/**
 * The bytes of an answer in fewer and larger pieces, except for its beginning. A model sends every token by itself, and handing one on costs
 * more than all that is done with it; nobody is told of them that often (`paceOf`). `every` answers the time between two pieces, ms.
 */
export function inGulps(body: Readable, every: () => number): ReadableStream<Uint8Array> {
  let gulp: Uint8Array[] = []
  let pieces = 0
  let timer: NodeJS.Timeout | undefined
  let isRead = true
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const swallow = () => {
        clearTimeout(timer)
        timer = undefined
        if (isRead && gulp.length > 0) controller.enqueue(Buffer.concat(gulp))
        gulp = []
      }
      body.on('data', (piece: Uint8Array) => {
        gulp.push(piece)
        pieces += 1
        if (pieces <= atOnce) swallow()
        else timer ??= setTimeout(swallow, every())
      })
      body.once('end', () => {
        swallow()
        if (isRead) controller.close()
      })
      body.on('error', (error) => {
        swallow()
        if (isRead) controller.error(error)
      })
    },
    cancel() {
      isRead = false
      clearTimeout(timer)
      body.destroy()
    },
  })
}
