import { readFile } from 'node:fs/promises'
import type { Refusal } from '../document.ts'
import { maxMemory, maxSeconds } from '../limits.ts'
import { hasProcessFiles } from './reader-isolation.ts'

const interval = 50

export interface Watch {
  /** The time during which the consumer of the events is busy does not count. */
  pause: () => void
  resume: () => void
  stop: () => void
}

interface Limits {
  /** Megabytes. */
  memory?: number
  seconds?: number
}

/** Calls `exceeded` once, when the process uses too much memory or time. */
export function watch(
  pid: number,
  exceeded: (reason: Refusal) => void,
  { memory = maxMemory, seconds = maxSeconds }: Limits = {},
): Watch {
  let spent = 0
  let since: number | null = performance.now()
  const elapsed = () => spent + (since === null ? 0 : performance.now() - since)
  const end = (reason: Refusal) => {
    clearInterval(timer)
    exceeded(reason)
  }
  const timer = setInterval(async () => {
    if (elapsed() > seconds * 1000) end('too_slow')
    else if ((await residentMemory(pid)) > memory) end('too_large')
  }, interval)
  return {
    pause: () => {
      spent = elapsed()
      since = null
    },
    resume: () => {
      since = performance.now()
    },
    stop: () => clearInterval(timer),
  }
}

/** In megabytes; 0 where the system does not tell. */
async function residentMemory(pid: number): Promise<number> {
  if (!hasProcessFiles) return 0
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
