import { openThreads } from '@duo/platform/server/threads.ts'
import type { ReplyRenderer } from '../generation/reply-run.ts'

/** For one reply, with its time in the queue, ms. The limits of its text keep the work itself far below. */
const deadlineMs = 10_000

/** Renders replies in one thread, because one reply can take hundreds of milliseconds. */
export function createReplyRenderer(): ReplyRenderer & { close: () => Promise<void> } {
  const pool = openThreads(import.meta.dirname, 'render-worker', {
    // loaded at the start, so that no view waits for it
    minThreads: 1,
    maxThreads: 1,
    maxQueue: 500,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  const inProgress = new Map<string, Promise<string | null>>()
  const start = (reply: { id: string; text: string; citations: number }) => {
    const running = pool.run(reply, { signal: AbortSignal.timeout(deadlineMs) }) as Promise<string | null>
    inProgress.set(reply.id, running)
    const forget = () => inProgress.delete(reply.id)
    running.then(forget, forget)
    return running
  }
  return {
    render: (reply) => inProgress.get(reply.id) ?? start(reply),
    close: () => pool.destroy(),
  }
}
