export interface Limits {
  /**
   * How many may begin in one turn of the event loop. What a request does before it first waits for something is done in its turn, and
   * nothing else is heard meanwhile, not even that there are more requests.
   */
  startsPerTurn: number
  /** How many may run at once. */
  running: number
  /** How many more may wait for one of them to end. */
  waiting: number
}

/**
 * Beyond what may run, no request is let in while the first that waits has waited longer than this, ms: a burst may fill the queue, but where
 * it stays full, more waiting would answer no more of them.
 */
const maxWaitMs = 500

/** What one request holds of a gate. */
export interface Admission {
  /** Gives the place up, whether it ran or waited. May be called twice. */
  leave: () => void
  /** Lends the place to others, and takes it back without waiting. */
  pause: () => void
  resume: () => void
}

/**
 * Bounds how many requests of one kind run and wait. `share` is how much of that is let in now, from 0 to 1, but never less than may run at
 * once: a machine that other programs slow down serves its few visitors slowly, it does not refuse them. Nothing begins in a turn of the
 * event loop of which `isBusy` says that it has other work.
 */
export function createGate({ startsPerTurn, running, waiting }: Limits, share: () => number, isBusy = () => false) {
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
      if (active >= running || starts === startsPerTurn) break
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
    /** How many run now. */
    active: () => active,
    /** Calls `go` when it is this one's turn, never before it returns; null, without a call, when there is no room. */
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
