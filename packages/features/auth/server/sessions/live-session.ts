import type { Db } from '@duo/db/index.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { openSessions } from './session-queries.ts'

/** Milliseconds between looks at the sessions of open streams. A stream must end within 5 s of its session. */
const interval = 2_000

type WatchWorld = Pick<World, 'db' | 'log'>

/** One watch a database, so that all streams of the process share one query. */
const watches = new WeakMap<Db, ReturnType<typeof createWatch>>()

/** Aborts `signal` soon after the session has ended. Call `leave` when the stream is done. */
export function watchSession(world: WatchWorld, sessionId: string): { signal: AbortSignal; leave: () => void } {
  const watch = watches.get(world.db) ?? createWatch(world)
  watches.set(world.db, watch)
  return watch(sessionId)
}

function createWatch({ db, log }: WatchWorld) {
  const streams = new Map<AbortController, string>()
  let timer: NodeJS.Timeout | null = null

  async function look() {
    try {
      const open = new Set(await openSessions(db, [...new Set(streams.values())]))
      for (const [ended, id] of streams) if (!open.has(id)) ended.abort()
    } catch (err) {
      // streams stay open: the database is away, and nothing says that anyone signed out
      log.warn({ err }, 'the sessions of open streams could not be checked, will retry')
    }
    timer = null
    if (streams.size > 0) lookSoon()
  }
  function lookSoon() {
    if (timer === null) timer = setTimeout(look, interval).unref()
  }

  return (sessionId: string) => {
    const ended = new AbortController()
    streams.set(ended, sessionId)
    lookSoon()
    return { signal: ended.signal, leave: () => void streams.delete(ended) }
  }
}
