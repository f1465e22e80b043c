import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { deleteProcess, hasLivePeers, heartbeatTimeoutSeconds, upsertHeartbeat } from './heartbeat-queries.ts'
import { finalizeOrphanedRuns, listRuns, releaseRun } from './run-queries.ts'

const second = 1_000

/** Grace period, ms: after an outage all heartbeats are stale, and slower processes must not lose their replies. */
const takeoverGraceMs = heartbeatTimeoutSeconds * second

/** Time before a run of this process without a writer is released, ms. The insert can commit before its response arrives. */
const orphanGraceMs = 5 * second

interface HeartbeatOptions {
  db: Db
  log: Logger
  processId: string
  /** Called for runs with a stop request, because the notification may have been missed. */
  stop: (id: string) => void
  isActive: (id: string) => boolean
}

export interface Heartbeat {
  hasNoPeers: () => boolean
  onPeerJoined: (ids: readonly string[]) => void
  release: () => Promise<void>
}

/** Sends a heartbeat every second, finalizes replies of dead processes and releases runs of this one without a writer. */
export async function startHeartbeat({ db, log, processId, stop, isActive }: HeartbeatOptions): Promise<Heartbeat> {
  await upsertHeartbeat(db, processId)
  let hasNoPeers = false
  let steadySince = performance.now()
  let currentTick: Promise<void> | undefined
  let runsWithoutWriter = new Map<string, number>()

  const reconcileOwnRuns = async () => {
    // read before checking for writers: a run that starts meanwhile has one
    const runs = await listRuns(db, processId)
    const now = performance.now()
    for (const { id, stop: isStopRequested } of runs) if (isStopRequested) stop(id)
    runsWithoutWriter = new Map(runs.flatMap(({ id }) => (isActive(id) ? [] : [[id, runsWithoutWriter.get(id) ?? now]])))
    for (const [id, since] of runsWithoutWriter) if (now - since > orphanGraceMs) await releaseRun(db, id)
  }

  const tick = async () => {
    try {
      await upsertHeartbeat(db, processId)
      hasNoPeers = !(await hasLivePeers(db, processId))
      await reconcileOwnRuns()
      if (performance.now() - steadySince < takeoverGraceMs) return
      const finalizedCount = await finalizeOrphanedRuns(db)
      if (finalizedCount > 0) log.warn({ replies: finalizedCount }, 'finalized replies of dead processes')
    } catch (err) {
      steadySince = performance.now()
      hasNoPeers = false
      log.warn({ err }, 'heartbeat failed')
    }
  }
  const timer = setInterval(() => {
    currentTick ??= tick().finally(() => {
      currentTick = undefined
    })
  }, second).unref()

  return {
    hasNoPeers: () => hasNoPeers,
    onPeerJoined: (ids) => {
      if (ids.some((id) => id !== processId)) hasNoPeers = false
    },
    release: async () => {
      clearInterval(timer)
      await currentTick
      await deleteProcess(db, processId).catch(() => {})
    },
  }
}
