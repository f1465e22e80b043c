import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { readChunksSince } from './chunk-queries.ts'
import { appendToBuffer, closeBuffer, createStreamBuffer, type StreamBuffer } from './stream-buffer.ts'

/** Polling interval in ms, because notifications can be missed. */
const pollIntervalMs = 2_000

/** Follows replies of other processes, with one query for all of them per notification. */
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
          if (buffers.get(id) === buffer) buffers.delete(id)
        }
      }
    }
  }
  const refresh = (ids: Iterable<string>) => {
    for (const id of ids) if (buffers.has(id)) staleIds.add(id)
    if (staleIds.size === 0) return
    refreshing ??= refreshStale()
      .catch((err: unknown) => log.warn({ err }, 'failed to read replies of other processes, will retry'))
      .finally(() => {
        refreshing = undefined
        if (staleIds.size > 0) refresh([])
      })
  }
  const timer = setInterval(() => refresh(buffers.keys()), pollIntervalMs).unref()

  return {
    refresh,
    refreshAll: () => refresh(buffers.keys()),
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
