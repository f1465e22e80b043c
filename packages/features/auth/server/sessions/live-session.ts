import type { Db } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { listActiveSessionIds } from './session-queries.ts'

/** Polling interval, ms. A stream must end within 5 s of its session. */
const pollIntervalMs = 2_000

type WatchContext = Pick<AppContext, 'db' | 'log'>

/** One watch per database, so that all streams of the process share one query. */
const watches = new WeakMap<Db, ReturnType<typeof createWatch>>()

/** Aborts `signal` soon after the session ends. Call `unsubscribe` when the stream is done. */
export function watchSession(context: WatchContext, sessionId: string): { signal: AbortSignal; unsubscribe: () => void } {
  const watch = watches.get(context.db) ?? createWatch(context)
  watches.set(context.db, watch)
  return watch(sessionId)
}

function createWatch({ db, log }: WatchContext) {
  const streams = new Map<AbortController, string>()
  let timer: NodeJS.Timeout | null = null

  async function checkSessions() {
    // streams that begin during the query are not in its result
    const checked = [...streams]
    try {
      const open = new Set(await listActiveSessionIds(db, [...new Set(checked.map(([, id]) => id))]))
      for (const [controller, id] of checked) if (!open.has(id)) controller.abort()
    } catch (err) {
      // keeps streams open: an unreachable database does not mean a sign-out
      log.warn({ err }, 'failed to check the sessions of open streams, will retry')
    }
    timer = null
    if (streams.size > 0) scheduleCheck()
  }
  function scheduleCheck() {
    if (timer === null) timer = setTimeout(checkSessions, pollIntervalMs).unref()
  }

  return (sessionId: string) => {
    const controller = new AbortController()
    streams.set(controller, sessionId)
    scheduleCheck()
    return { signal: controller.signal, unsubscribe: () => void streams.delete(controller) }
  }
}
