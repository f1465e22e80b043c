import type { Db } from '@duo/db/index.ts'
import type { AppContext, Caller } from '@duo/platform/server/trpc.ts'
import { listActiveApiKeyIds } from '../api-keys/api-key-queries.ts'
import { listActiveSessionIds } from '../sessions/session-queries.ts'

/** Polling interval, ms. A stream must end within 5 s of its session or API key. */
const pollIntervalMs = 2_000

type Access = Caller['access']
type WatchContext = Pick<AppContext, 'db' | 'log'>

/** One watch per database, so that all streams of the process share one query. */
const watches = new WeakMap<Db, ReturnType<typeof createWatch>>()

/** Aborts `signal` soon after the session or API key ends. Call `unsubscribe` when the stream is done. */
export function watchAccess(context: WatchContext, access: Access): { signal: AbortSignal; unsubscribe: () => void } {
  const watch = watches.get(context.db) ?? createWatch(context)
  watches.set(context.db, watch)
  return watch(access)
}

function createWatch({ db, log }: WatchContext) {
  const streams = new Map<AbortController, Access>()
  let timer: NodeJS.Timeout | null = null

  const idsOf = (kind: Access['kind']) => [
    ...new Set([...streams.values()].flatMap((access) => (access.kind === kind ? [access.id] : []))),
  ]
  async function checkAccess() {
    try {
      const watched = [...streams]
      const active = await Promise.all([listActiveSessionIds(db, idsOf('session')), listActiveApiKeyIds(db, idsOf('key'))])
      const open = new Set(active.flat())
      for (const [controller, { id }] of watched) if (!open.has(id)) controller.abort()
    } catch (err) {
      // keeps streams open: an unreachable database does not mean a sign-out
      log.warn({ err }, 'failed to check the access of open streams, will retry')
    }
    timer = null
    if (streams.size > 0) scheduleCheck()
  }
  function scheduleCheck() {
    if (timer === null) timer = setTimeout(checkAccess, pollIntervalMs).unref()
  }

  return (access: Access) => {
    const controller = new AbortController()
    streams.set(controller, access)
    scheduleCheck()
    return { signal: controller.signal, unsubscribe: () => void streams.delete(controller) }
  }
}
