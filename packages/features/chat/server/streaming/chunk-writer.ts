import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { type Chunk, insertChunks, notifyReplies } from './run-queries.ts'

/** Least time between two writes, ms: the text of all replies of a process goes in one statement, some fifteen times a second at most. */
const writeIntervalMs = 60

/** Time until a write that failed is tried again, ms. */
const retryDelayMs = 300

interface ChunkWriterOptions {
  db: Db
  log: Logger
  processId: string
  /** Whether there is no other process that wants to be told. */
  hasNoPeers: () => boolean
  /** A reply that is not this process's any more. */
  onLeaseLost: (id: string) => void
}

/** Stores what grows and tells the other processes. While the database is away it is kept, and stored in order when it is back. */
export function createChunkWriter({ db, log, processId, hasNoPeers, onLeaseLost }: ChunkWriterOptions) {
  const pending = new Map<string, { start: number; text: string }>()
  // kept apart: what was sent may be stored although nobody heard of it, and is then the same piece again
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
      log.warn({ err }, 'text of replies could not be stored yet')
      retryQueue = chunks.filter(({ id }) => !discardedIds.has(id))
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
  }

  /** What is not told is found by those who look from time to time. */
  const notifyPeers = async (grownIds: Set<string>) => {
    const endedIds = [...finishedIds]
    finishedIds.clear()
    if (hasNoPeers()) return
    await notifyReplies(db, 'text', [...grownIds])
      .then(() => notifyReplies(db, 'finished', endedIds))
      .catch((err: unknown) => log.debug({ err }, 'the other processes could not be told'))
  }

  return {
    add(id: string, start: number, text: string) {
      const piece = pending.get(id)
      if (piece) piece.text += text
      else pending.set(id, { start, text })
      schedule()
    },
    /** Forgets what of a reply was not stored yet: its end is stored as a whole. */
    async discard(id: string) {
      pending.delete(id)
      retryQueue = retryQueue.filter((chunk) => chunk.id !== id)
      discardedIds.add(id)
      await pendingWrite
      discardedIds.delete(id)
    },
    /** Lets the other processes know that a reply has ended and is stored. */
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
