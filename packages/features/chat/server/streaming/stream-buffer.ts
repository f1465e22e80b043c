/** How often those who follow a text are told that it grew, ms; the first piece is told at once. */
const [minFlushMs, maxFlushMs] = [40, 160]

/**
 * The same for as many texts as grow at once: a piece on the line costs the same however much text is in it, so all of them share five
 * hundred pieces a second, and a crowd reads larger ones.
 */
export const flushIntervalMs = (streamCount: number): number => Math.min(maxFlushMs, Math.max(minFlushMs, streamCount * 2))

/** A text that grows, as this process knows it. */
export interface StreamBuffer {
  text: string
  isClosed: boolean
  /** When its followers were told last, and the timer that tells them next. */
  notifiedAt: number
  intervalMs: () => number
  timer: NodeJS.Timeout | undefined
  /** Those who wait for more of it. */
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

/** Resolves at the next change of a buffer, or at the signal. */
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

/**
 * What a buffer has from an offset on, as it grows. Everybody reads the same text by an offset of their own, so nothing comes twice or in
 * another order, and who is slow gets larger pieces.
 */
export async function* readBuffer(buffer: StreamBuffer, from: number, signal?: AbortSignal): AsyncGenerator<string, void> {
  let position = from
  while (!signal?.aborted) {
    if (position < buffer.text.length) {
      const piece = buffer.text.slice(position)
      position = buffer.text.length
      yield piece
    } else if (buffer.isClosed) return
    else await waitForChange(buffer, signal)
  }
}
