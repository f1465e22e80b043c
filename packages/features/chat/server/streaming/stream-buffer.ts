/** Bounds of the flush interval, ms. The first chunk is flushed at once. */
const [minFlushMs, maxFlushMs] = [40, 160]

/** Returns the flush interval: all streams share 500 chunks per second, because a chunk costs the same whatever its size. */
export const flushIntervalMs = (streamCount: number): number => Math.min(maxFlushMs, Math.max(minFlushMs, streamCount * 2))

export interface StreamBuffer {
  text: string
  isClosed: boolean
  notifiedAt: number
  intervalMs: () => number
  timer: NodeJS.Timeout | undefined
  waiters: Set<() => void>
  subscriberCount: number
}

export const createStreamBuffer = (intervalMs: () => number = () => minFlushMs): StreamBuffer => ({
  intervalMs,
  text: '',
  isClosed: false,
  notifiedAt: Number.NEGATIVE_INFINITY,
  timer: undefined,
  waiters: new Set(),
  subscriberCount: 0,
})

function notifyWaiters(buffer: StreamBuffer): void {
  clearTimeout(buffer.timer)
  buffer.timer = undefined
  buffer.notifiedAt = performance.now()
  const waiters = [...buffer.waiters]
  buffer.waiters.clear()
  for (const notify of waiters) notify()
}

export function appendToBuffer(buffer: StreamBuffer, text: string): void {
  if (text === '' || buffer.isClosed) return
  buffer.text += text
  if (buffer.timer !== undefined) return
  const delayMs = buffer.notifiedAt + buffer.intervalMs() - performance.now()
  if (delayMs <= 0) notifyWaiters(buffer)
  else buffer.timer = setTimeout(() => notifyWaiters(buffer), delayMs)
}

export function closeBuffer(buffer: StreamBuffer): void {
  buffer.isClosed = true
  notifyWaiters(buffer)
}

export function waitForChange(buffer: StreamBuffer, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const notify = () => {
      buffer.waiters.delete(notify)
      signal?.removeEventListener('abort', notify)
      resolve()
    }
    if (buffer.isClosed || signal?.aborted) return resolve()
    buffer.waiters.add(notify)
    signal?.addEventListener('abort', notify, { once: true })
  })
}

/** In UTF-16 code units. Bounds what a reader that does not read holds in memory. */
const maxPieceLength = 16_384

/** Returns the end of the next piece, which splits no surrogate pair. */
function pieceEnd({ text }: StreamBuffer, from: number): number {
  const end = Math.min(text.length, from + maxPieceLength)
  return end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end
}

/** Yields the text from an offset as it grows. Slow readers get larger chunks. */
export async function* readBuffer(buffer: StreamBuffer, from: number, signal?: AbortSignal): AsyncGenerator<string, void> {
  let position = from
  while (!signal?.aborted) {
    if (position < buffer.text.length) {
      const piece = buffer.text.slice(position, pieceEnd(buffer, position))
      position += piece.length
      yield piece
    } else if (buffer.isClosed) return
    else await waitForChange(buffer, signal)
  }
}
