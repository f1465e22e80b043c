import { join } from 'node:path'
import { freePort } from '@duo/platform/testing/servers/built-server.ts'
import { inParallel } from '../fuzz/raw-request.ts'

const probe = join(import.meta.dirname, 'loop-delay-probe.mjs')

/** The longest that one request may block the event loop, ms. */
export const maxDelay = 50

const attempts = 5

/** Returns the settings with which a site can be measured, and the measurement. */
export async function measureLoop() {
  const port = await freePort()
  const read = async () => Number(await (await fetch(`http://127.0.0.1:${port}`)).text())
  const measure = async (work: () => Promise<unknown>) => {
    await read()
    await work()
    return read()
  }
  return {
    // elsewhere React checks each element, which takes most of a page's time
    settings: { LOOP_PROBE_PORT: String(port), NODE_OPTIONS: `--import ${probe}`, NODE_ENV: 'production' },
    /**
     * Returns the longest delay of the event loop while `work` runs, in ms: of one run if that is short, else the median of five,
     * because another process can delay one run.
     */
    async blockedBy(work: () => Promise<unknown>): Promise<number> {
      const first = await measure(work)
      if (first <= maxDelay) return first
      const delays = await inParallel(Array.from({ length: attempts }), 1, () => measure(work))
      return delays.toSorted((a, b) => a - b)[Math.floor(attempts / 2)] ?? Number.POSITIVE_INFINITY
    },
  }
}
