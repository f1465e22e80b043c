import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, but not beyond the signal, and keeps no process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // The only rejection is the signal's.
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
