export interface Limits {
  /** Starts per tick: the synchronous part of a request blocks everything else, even accepting connections. */
  startsPerTick: number
  running: number
  waiting: number
}

/** ms. Once the queue's head has waited longer, new requests are rejected: a full queue that does not drain only adds latency. */
const maxWaitMs = 500

export interface Admission {
  leave: () => void
  /** Lends the slot to others; `resume` takes it back without waiting. */
  pause: () => void
  resume: () => void
}

/**
 * Limits running and queued requests of one kind. `share` (0 to 1) scales what is admitted, but never below `running`: a slow
 * machine serves few visitors slowly instead of rejecting them. Nothing starts in a tick in which `isBusy` returns true.
 */
export function createGate({ startsPerTick, running, waiting }: Limits, share: () => number, isBusy = () => false) {
  let active = 0
  const queue = new Map<() => void, number>()
  const hasRoom = () => {
    const inside = active + queue.size
    return inside < running || (inside < Math.floor((running + waiting) * share()) && !isLate())
  }
  const isLate = () => {
    const [since] = queue.values()
    return since !== undefined && performance.now() - since > maxWaitMs
  }
  let scheduled = false
  function startNext() {
    scheduled = false
    if (isBusy()) return schedule()
    let starts = 0
    for (const begin of queue.keys()) {
      if (active >= running || starts === startsPerTick) break
      starts += 1
      queue.delete(begin)
      begin()
    }
    schedule()
  }
  function schedule() {
    if (scheduled || queue.size === 0 || active >= running) return
    scheduled = true
    setImmediate(startNext)
  }

  return {
    active: () => active,
    take(go: () => void): Admission | null {
      if (!hasRoom()) return null
      let state: 'waiting' | 'running' | 'paused' | 'over' = 'waiting'
      const change = (from: typeof state, to: typeof state, by: number) => {
        if (state !== from) return
        state = to
        active += by
        schedule()
      }
      const begin = () => {
        state = 'running'
        active += 1
        go()
      }
      queue.set(begin, performance.now())
      schedule()
      return {
        pause: () => change('running', 'paused', -1),
        resume: () => change('paused', 'running', 1),
        leave: () => {
          queue.delete(begin)
          change('running', 'over', -1)
          state = 'over'
        },
      }
    },
  }
}
