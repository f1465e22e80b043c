import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { abandonRun, beat, endAbandoned, forgetProcess, hasCompany, runsOf } from './run-queries.ts'

const second = 1_000

/**
 * For how long this process must have spoken without a gap before it calls another one gone, ms: after an outage of the database
 * everybody has been silent, and whoever is slower to come back must not lose its replies.
 */
const steadyFor = 8 * second

/** For how long a run of this process may be written by nobody before it is given up, ms: the answer that begins it can be late. */
const unwrittenFor = 5 * second

interface Holding {
  db: Db
  log: Logger
  processId: string
  /** Replies of this process that somebody wants stopped; the notification about it may have been missed. */
  stop: (id: string) => void
  /** Whether this process writes a reply. */
  writes: (id: string) => boolean
}

export interface Lease {
  /** Whether no other process lived when it was looked at last: then nobody need be told of anything. */
  isAlone: () => boolean
  /** Other processes said that they began. */
  met: (ids: readonly string[]) => void
  release: () => Promise<void>
}

/**
 * Says every second that this process lives, and ends the replies of those that do not any more; also its own that it does not write: the
 * connection broke after a question was stored and before anybody here knew, or the end of a reply could not be stored.
 */
export async function holdLease({ db, log, processId, stop, writes }: Holding): Promise<Lease> {
  await beat(db, processId)
  let alone = false
  let steadySince = performance.now()
  let turn: Promise<void> | undefined
  /** Runs of this process that it does not write, and since when. */
  let unwritten = new Map<string, number>()

  const lookAfterOwn = async () => {
    // read before it is asked who writes: what begins meanwhile is written
    const runs = await runsOf(db, processId)
    const now = performance.now()
    for (const { id, stop: wanted } of runs) if (wanted) stop(id)
    unwritten = new Map(runs.flatMap(({ id }) => (writes(id) ? [] : [[id, unwritten.get(id) ?? now]])))
    for (const [id, since] of unwritten) if (now - since > unwrittenFor) await abandonRun(db, id)
  }

  const once = async () => {
    try {
      await beat(db, processId)
      alone = !(await hasCompany(db, processId))
      await lookAfterOwn()
      if (performance.now() - steadySince < steadyFor) return
      const ended = await endAbandoned(db)
      if (ended > 0) log.warn({ replies: ended }, 'replies of a process that is gone were ended')
    } catch (err) {
      steadySince = performance.now()
      alone = false
      log.warn({ err }, 'the lease on replies could not be renewed')
    }
  }
  const timer = setInterval(() => {
    turn ??= once().finally(() => {
      turn = undefined
    })
  }, second).unref()

  return {
    isAlone: () => alone,
    met: (ids) => {
      if (ids.some((id) => id !== processId)) alone = false
    },
    release: async () => {
      clearInterval(timer)
      await turn
      await forgetProcess(db, processId).catch(() => {})
    },
  }
}
