import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { deleteProcess, finalizeOrphanedRuns, hasLivePeers, listRuns, releaseRun, upsertHeartbeat } from './run-queries.ts'

const second = 1_000

/**
 * For how long this process must have spoken without a gap before it calls another one gone, ms: after an outage of the database
 * everybody has been silent, and whoever is slower to come back must not lose its replies.
 */
const takeoverGraceMs = 8 * second

/** For how long a run of this process may be written by nobody before it is given up, ms: the answer that begins it can be late. */
const orphanGraceMs = 5 * second

interface HeartbeatOptions {
  db: Db
  log: Logger
  processId: string
  /** Replies of this process that somebody wants stopped; the notification about it may have been missed. */
  stop: (id: string) => void
  /** Whether this process writes a reply. */
  isActive: (id: string) => boolean
}

export interface Heartbeat {
  /** Whether no other process lived when it was looked at last: then nobody need be told of anything. */
  hasNoPeers: () => boolean
  /** Other processes said that they began. */
  onPeerJoined: (ids: readonly string[]) => void
  release: () => Promise<void>
}

/**
 * Says every second that this process lives, and ends the replies of those that do not any more; also its own that it does not write: the
 * connection broke after a question was stored and before anybody here knew, or the end of a reply could not be stored.
 */
export async function startHeartbeat({ db, log, processId, stop, isActive }: HeartbeatOptions): Promise<Heartbeat> {
  await upsertHeartbeat(db, processId)
  let isAlone = false
  let steadySince = performance.now()
  let currentTick: Promise<void> | undefined
  /** Runs of this process that it does not write, and since when. */
  let orphanedRuns = new Map<string, number>()

  const reconcileOwnRuns = async () => {
    // read before it is asked who writes: what begins meanwhile is written
    const runs = await listRuns(db, processId)
    const now = performance.now()
    for (const { id, stop: isStopRequested } of runs) if (isStopRequested) stop(id)
    orphanedRuns = new Map(runs.flatMap(({ id }) => (isActive(id) ? [] : [[id, orphanedRuns.get(id) ?? now]])))
    for (const [id, since] of orphanedRuns) if (now - since > orphanGraceMs) await releaseRun(db, id)
  }

  const tick = async () => {
    try {
      await upsertHeartbeat(db, processId)
      isAlone = !(await hasLivePeers(db, processId))
      await reconcileOwnRuns()
      if (performance.now() - steadySince < takeoverGraceMs) return
      const finalizedCount = await finalizeOrphanedRuns(db)
      if (finalizedCount > 0) log.warn({ replies: finalizedCount }, 'replies of a process that is gone were ended')
    } catch (err) {
      steadySince = performance.now()
      isAlone = false
      log.warn({ err }, 'the lease on replies could not be renewed')
    }
  }
  const timer = setInterval(() => {
    currentTick ??= tick().finally(() => {
      currentTick = undefined
    })
  }, second).unref()

  return {
    hasNoPeers: () => isAlone,
    onPeerJoined: (ids) => {
      if (ids.some((id) => id !== processId)) isAlone = false
    },
    release: async () => {
      clearInterval(timer)
      await currentTick
      await deleteProcess(db, processId).catch(() => {})
    },
  }
}
