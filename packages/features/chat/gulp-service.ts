/** Pieces of an answer that are handed on as they come: somewhere among them are its first words, which nothing may hold up. */
const atOnce = 8

/**
 * The bytes of an answer in fewer and larger pieces, except for its beginning. A model sends every token by itself, and reading one costs
 * more than all that is done with it; nobody is told of them that often (`paceOf`). `every` answers the time between two pieces, ms.
 */
export function inGulps(body: ReadableStream<Uint8Array>, every: () => number): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let gulp: Uint8Array[] = []
  let timer: NodeJS.Timeout | undefined
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const swallow = () => {
        clearTimeout(timer)
        timer = undefined
        if (gulp.length > 0) controller.enqueue(Buffer.concat(gulp))
        gulp = []
      }
      const readAll = async () => {
        for (let pieces = 1; ; pieces += 1) {
          const { done, value } = await reader.read()
          if (done) break
          gulp.push(value)
          if (pieces <= atOnce) swallow()
          else timer ??= setTimeout(swallow, every())
        }
      }
      readAll()
        .finally(swallow)
        .then(
          () => controller.close(),
          (error) => controller.error(error),
        )
        // somebody who has left wants neither
        .catch(() => {})
    },
    cancel(reason) {
      clearTimeout(timer)
      return reader.cancel(reason)
    },
  })
}
