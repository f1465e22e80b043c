import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { readChunksSince } from './run-queries.ts'
import { appendToBuffer, closeBuffer, createStreamBuffer, type StreamBuffer } from './stream-buffer.ts'

/** How often replies of other processes are asked for without having been told of, ms: a notification can be missed. */
const pollIntervalMs = 2_000

/** Follows the replies that other processes write: one query for all of them whenever a process notifies that they grew. */
export function createRemoteStreams({ db, log }: { db: Db; log: Logger }) {
  const buffers = new Map<string, StreamBuffer>()
  const staleIds = new Set<string>()
  let refreshing: Promise<void> | undefined

  const refreshStale = async () => {
    while (staleIds.size > 0) {
      const staleReplies = [...staleIds].flatMap((id) => {
        const buffer = buffers.get(id)
        return buffer ? [{ id, buffer, from: buffer.text.length }] : []
      })
      staleIds.clear()
      if (staleReplies.length === 0) return
      const texts = await readChunksSince(db, staleReplies)
      for (const { id, buffer } of staleReplies) {
        const text = texts.get(id)
        if (text !== undefined) appendToBuffer(buffer, text)
        else {
          closeBuffer(buffer)
          // a reader that came back meanwhile has another one
          if (buffers.get(id) === buffer) buffers.delete(id)
        }
      }
    }
  }
  const refresh = (ids: Iterable<string>) => {
    for (const id of ids) if (buffers.has(id)) staleIds.add(id)
    if (staleIds.size === 0) return
    refreshing ??= refreshStale()
      .catch((err: unknown) => log.warn({ err }, 'replies of other processes could not be read yet'))
      .finally(() => {
        refreshing = undefined
        // told of while the last answer was on its way
        if (staleIds.size > 0) refresh([])
      })
  }
  const timer = setInterval(() => refresh(buffers.keys()), pollIntervalMs).unref()

  return {
    /** Some replies grew or ended. */
    refresh,
    refreshAll: () => refresh(buffers.keys()),
    /** The buffer of a reply, which is kept up to date until it is given back. */
    acquire(id: string): StreamBuffer {
      const buffer = buffers.get(id) ?? createStreamBuffer()
      buffers.set(id, buffer)
      buffer.subscriberCount += 1
      refresh([id])
      return buffer
    },
    release(id: string, buffer: StreamBuffer): void {
      buffer.subscriberCount -= 1
      if (buffer.subscriberCount === 0 && buffers.get(id) === buffer) buffers.delete(id)
    },
    async close() {
      clearInterval(timer)
      for (const buffer of buffers.values()) closeBuffer(buffer)
      buffers.clear()
      await refreshing
    },
  }
}
