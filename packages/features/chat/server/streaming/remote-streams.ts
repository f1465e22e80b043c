import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { grown } from './run-queries.ts'
import { end, grow, newTail, type Tail } from './stream-buffer.ts'

/** How often replies of other processes are asked for without having been told of, ms: a notification can be missed. */
const askEvery = 2_000

/** Follows the replies that other processes write: one query for all of them whenever somebody tells that they grew. */
export function createRemote({ db, log }: { db: Db; log: Logger }) {
  const tails = new Map<string, Tail>()
  const dirty = new Set<string>()
  let pulling: Promise<void> | undefined

  const pull = async () => {
    while (dirty.size > 0) {
      const asked = [...dirty].flatMap((id) => {
        const tail = tails.get(id)
        return tail ? [{ id, tail, from: tail.text.length }] : []
      })
      dirty.clear()
      if (asked.length === 0) return
      const texts = await grown(db, asked)
      for (const { id, tail } of asked) {
        const text = texts.get(id)
        if (text !== undefined) grow(tail, text)
        else {
          end(tail)
          // whoever came back meanwhile has another one
          if (tails.get(id) === tail) tails.delete(id)
        }
      }
    }
  }
  const look = (ids: Iterable<string>) => {
    for (const id of ids) if (tails.has(id)) dirty.add(id)
    if (dirty.size === 0) return
    pulling ??= pull()
      .catch((err: unknown) => log.warn({ err }, 'replies of other processes could not be read yet'))
      .finally(() => {
        pulling = undefined
        // told of while the last answer was on its way
        if (dirty.size > 0) look([])
      })
  }
  const timer = setInterval(() => look(tails.keys()), askEvery).unref()

  return {
    /** Some replies grew or ended. */
    look,
    lookAtAll: () => look(tails.keys()),
    /** The tail of a reply, which is kept up to date until it is given back. */
    take(id: string): Tail {
      const tail = tails.get(id) ?? newTail()
      tails.set(id, tail)
      tail.followers += 1
      look([id])
      return tail
    },
    giveBack(id: string, tail: Tail): void {
      tail.followers -= 1
      if (tail.followers === 0 && tails.get(id) === tail) tails.delete(id)
    },
    async close() {
      clearInterval(timer)
      for (const tail of tails.values()) end(tail)
      tails.clear()
      await pulling
    },
  }
}
