import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { addChunks, type Chunk, tell } from './run-queries.ts'

/** Least time between two writes, ms: the text of all replies of a process goes in one statement, some fifteen times a second at most. */
const writeEvery = 60

/** Time until a write that failed is tried again, ms. */
const retryAfter = 300

interface Storing {
  db: Db
  log: Logger
  processId: string
  /** Whether there is no other process that wants to be told. */
  isAlone: () => boolean
  /** A reply that is not this process's any more. */
  lost: (id: string) => void
}

/** Stores what grows and tells the other processes. While the database is away it is kept, and stored in order when it is back. */
export function createChunkStore({ db, log, processId, isAlone, lost }: Storing) {
  const pending = new Map<string, { start: number; text: string }>()
  // kept apart: what was sent may be stored although nobody heard of it, and is then the same piece again
  let again: Chunk[] = []
  const dropped = new Set<string>()
  const ends = new Set<string>()
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let last = 0

  const schedule = () => {
    if (writing) return
    timer ??= setTimeout(
      () => {
        timer = undefined
        writing = write().finally(() => {
          writing = undefined
          if (again.length > 0 || pending.size > 0 || ends.size > 0) schedule()
        })
      },
      Math.max(0, last + writeEvery - performance.now()),
    )
  }

  const write = async () => {
    const chunks = [...again, ...[...pending].map(([id, piece]) => ({ id, ...piece }))]
    again = []
    pending.clear()
    last = performance.now()
    try {
      const ours = chunks.length > 0 ? await addChunks(db, processId, chunks) : new Set<string>()
      for (const { id } of chunks) if (!ours.has(id)) lost(id)
      await tellOf(ours)
    } catch (err) {
      log.warn({ err }, 'text of replies could not be stored yet')
      again = chunks.filter(({ id }) => !dropped.has(id))
      await new Promise((go) => setTimeout(go, retryAfter))
    }
  }

  /** What is not told is found by those who look from time to time. */
  const tellOf = async (grown: Set<string>) => {
    const ended = [...ends]
    ends.clear()
    if (isAlone()) return
    await tell(db, 'text', [...grown])
      .then(() => tell(db, 'end', ended))
      .catch((err: unknown) => log.debug({ err }, 'the other processes could not be told'))
  }

  return {
    add(id: string, start: number, text: string) {
      const before = pending.get(id)
      if (before) before.text += text
      else pending.set(id, { start, text })
      schedule()
    },
    /** Forgets what of a reply was not stored yet: its end is stored as a whole. */
    async drop(id: string) {
      pending.delete(id)
      again = again.filter((chunk) => chunk.id !== id)
      dropped.add(id)
      await writing
      dropped.delete(id)
    },
    /** Lets the other processes know that a reply has ended and is stored. */
    ended(id: string) {
      ends.add(id)
      schedule()
    },
    async close() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      await tellOf(new Set())
    },
  }
}
