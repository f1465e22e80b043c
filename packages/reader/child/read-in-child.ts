import { once } from 'node:events'
import type { ReaderEvent, Refusal } from '../document.ts'
import { parseEvent } from './events.ts'
import { linesOf, TooLongError } from './lines.ts'
import { startChild } from './start-child.ts'
import { watch } from './watch.ts'

interface Options {
  /** Ends the process; the iteration then throws the signal's reason. */
  signal?: AbortSignal
  /** For tests; by default those of `limits.ts`. */
  limits?: { memory?: number; seconds?: number }
}

/**
 * Reads a file in a process of its own, with limits of memory, time and output. The last event is `done` or `refused`, whatever the file does;
 * only a process that cannot be started is an error. It ends with the iteration. One call is one process: the caller bounds how many run.
 */
export async function* readInChild(
  bytes: Uint8Array,
  name: string,
  { signal, limits }: Options = {},
): AsyncGenerator<ReaderEvent> {
  signal?.throwIfAborted()
  const child = await startChild(name)
  const kill = () => child.kill('SIGKILL')
  let exceeded: Refusal | null = null
  const closed = once(child, 'close')
  // a process that cannot be started is reported below
  closed.catch(() => undefined)
  const watching = watch(
    child.pid ?? 0,
    (reason) => {
      exceeded = reason
      kill()
    },
    limits,
  )
  signal?.addEventListener('abort', kill)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < 4000) errors += chunk.toString()
  })
  // a process that has ended reads no more
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  let isReady = false
  try {
    for await (const line of linesOf(child.stdout)) {
      if (!isReady && line === 'ready') {
        isReady = true
        continue
      }
      const event = parseEvent(line) ?? { kind: 'refused' as const, reason: 'broken' as const }
      watching.pause()
      yield event
      watching.resume()
      if (event.kind === 'done' || event.kind === 'refused') return
    }
    await closed
    signal?.throwIfAborted()
    if (!isReady && !exceeded) throw new Error(`the reader did not start: ${errors}`)
    yield { kind: 'refused', reason: exceeded ?? reasonOf(errors) }
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error
    yield { kind: 'refused', reason: 'too_large' }
  } finally {
    watching.stop()
    signal?.removeEventListener('abort', kill)
    kill()
    await closed
  }
}

/** Node says on its last lines that it has no more memory. */
const reasonOf = (errors: string): Refusal => (/out of memory|allocation fail/i.test(errors) ? 'too_large' : 'broken')
