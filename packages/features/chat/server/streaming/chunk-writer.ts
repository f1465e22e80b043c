import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { type Chunk, insertChunks } from './chunk-queries.ts'
import { notifyReplies } from './notification-queries.ts'

/** Minimum time between writes, ms. One statement stores the text of all replies. */
const writeIntervalMs = 60

const retryDelayMs = 300

interface ChunkWriterOptions {
  db: Db
  log: Logger
  processId: string
  hasNoPeers: () => boolean
  onLeaseLost: (id: string) => void
}

/** Batches text into the database and notifies other processes. Buffers and keeps the order while the database is unreachable. */
export function createChunkWriter({ db, log, processId, hasNoPeers, onLeaseLost }: ChunkWriterOptions) {
  const pending = new Map<string, { start: number; text: string }>()
  // separate from `pending`: a failed write may have been committed, so the same chunks must be sent again
  let retryQueue: Chunk[] = []
  const discardedIds = new Set<string>()
  const finishedIds = new Set<string>()
  let pendingWrite: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let lastWriteAt = 0

  const schedule = () => {
    if (pendingWrite) return
    timer ??= setTimeout(
      () => {
        timer = undefined
        pendingWrite = write().finally(() => {
          pendingWrite = undefined
          if (retryQueue.length > 0 || pending.size > 0 || finishedIds.size > 0) schedule()
        })
      },
      Math.max(0, lastWriteAt + writeIntervalMs - performance.now()),
    )
  }

  const write = async () => {
    const chunks = [...retryQueue, ...[...pending].map(([id, piece]) => ({ id, ...piece }))]
    retryQueue = []
    pending.clear()
    lastWriteAt = performance.now()
    try {
      const ownedIds = chunks.length > 0 ? await insertChunks(db, processId, chunks) : new Set<string>()
      for (const { id } of chunks) if (!ownedIds.has(id)) onLeaseLost(id)
      await notifyPeers(ownedIds)
    } catch (err) {
      log.warn({ err }, 'failed to store reply chunks, will retry')
      retryQueue = chunks.filter(({ id }) => !discardedIds.has(id))
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
  }

  /** Failures are not retried, because other processes also poll. */
  const notifyPeers = async (grownIds: Set<string>) => {
    const endedIds = [...finishedIds]
    finishedIds.clear()
    if (hasNoPeers()) return
    await notifyReplies(db, 'text', [...grownIds])
      .then(() => notifyReplies(db, 'finished', endedIds))
      .catch((err: unknown) => log.debug({ err }, 'failed to notify other processes'))
  }

  return {
    add(id: string, start: number, text: string) {
      const piece = pending.get(id)
      if (piece) piece.text += text
      else pending.set(id, { start, text })
      schedule()
    },
    /** Drops chunks not stored yet, because the final text is stored as a whole. */
    async discard(id: string) {
      pending.delete(id)
      retryQueue = retryQueue.filter((chunk) => chunk.id !== id)
      discardedIds.add(id)
      await pendingWrite
      discardedIds.delete(id)
    },
    finish(id: string) {
      finishedIds.add(id)
      schedule()
    },
    async close() {
      clearTimeout(timer)
      await pendingWrite
      clearTimeout(timer)
      await notifyPeers(new Set())
    },
  }
}
