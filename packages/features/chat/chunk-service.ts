import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { addChunks, type Chunk } from './run-queries.ts'

/** Least time between two writes, ms: the text of all replies of a process goes in one statement, some thirty times a second at most. */
const writeEvery = 30

/** Time until a write that failed is tried again, ms. */
const retryAfter = 300

interface Storing {
  db: Db
  log: Logger
  processId: string
  /** A reply that is not this process's any more. */
  lost: (id: string) => void
}

/** Stores what grows. While the database is away it is kept, and stored in order when it is back. */
export function createChunkStore({ db, log, processId, lost }: Storing) {
  const pending = new Map<string, { start: number; text: string }>()
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let last = 0

  const schedule = (wait = Math.max(0, last + writeEvery - performance.now())) => {
    timer ??= setTimeout(() => {
      timer = undefined
      writing ??= write().finally(() => {
        writing = undefined
        if (pending.size > 0) schedule()
      })
    }, wait)
  }

  const write = async () => {
    const chunks: Chunk[] = [...pending].map(([id, piece]) => ({ id, ...piece }))
    if (chunks.length === 0) return
    pending.clear()
    last = performance.now()
    try {
      const stored = await addChunks(db, processId, chunks)
      for (const { id } of chunks) if (!stored.has(id)) lost(id)
    } catch (err) {
      log.warn({ err }, 'text of replies could not be stored yet')
      putBack(chunks)
      await new Promise((again) => setTimeout(again, retryAfter))
    }
  }

  const putBack = (chunks: Chunk[]) => {
    for (const { id, start, text } of chunks) {
      if (dropped.has(id)) continue
      pending.set(id, { start, text: text + (pending.get(id)?.text ?? '') })
    }
  }
  const dropped = new Set<string>()

  return {
    add(id: string, start: number, text: string) {
      const before = pending.get(id)
      if (before) before.text += text
      else pending.set(id, { start, text })
      if (!writing) schedule()
    },
    /** Forgets what of a reply was not stored yet: its end is stored as a whole. */
    async drop(id: string) {
      pending.delete(id)
      dropped.add(id)
      await writing
      dropped.delete(id)
    },
    async close() {
      clearTimeout(timer)
      pending.clear()
      await writing
      clearTimeout(timer)
    },
  }
}
