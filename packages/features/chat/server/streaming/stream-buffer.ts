/** How often those who follow a text are told that it grew, ms; the first piece is told at once. */
const [oftenest, seldomest] = [40, 160]

/**
 * The same for as many texts as grow at once: a piece on the line costs the same however much text is in it, so all of them share five
 * hundred pieces a second, and a crowd reads larger ones.
 */
export const paceOf = (growing: number): number => Math.min(seldomest, Math.max(oftenest, growing * 2))

/** A text that grows, as this process knows it. */
export interface Tail {
  text: string
  ended: boolean
  /** When its followers were told last, and the timer that tells them next. */
  toldAt: number
  pace: () => number
  timer: NodeJS.Timeout | undefined
  /** Those who wait for more of it. */
  waiting: Set<() => void>
  followers: number
}

export const newTail = (pace: () => number = () => oftenest): Tail => ({
  pace,
  text: '',
  ended: false,
  toldAt: Number.NEGATIVE_INFINITY,
  timer: undefined,
  waiting: new Set(),
  followers: 0,
})

function wake(tail: Tail): void {
  clearTimeout(tail.timer)
  tail.timer = undefined
  tail.toldAt = performance.now()
  const woken = [...tail.waiting]
  tail.waiting.clear()
  for (const go of woken) go()
}

export function grow(tail: Tail, text: string): void {
  if (text === '' || tail.ended) return
  tail.text += text
  if (tail.timer !== undefined) return
  const wait = tail.toldAt + tail.pace() - performance.now()
  if (wait <= 0) wake(tail)
  else tail.timer = setTimeout(() => wake(tail), wait)
}

export function end(tail: Tail): void {
  tail.ended = true
  wake(tail)
}

/** Resolves at the next change of a tail, or at the signal. */
export function changed(tail: Tail, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      tail.waiting.delete(go)
      signal?.removeEventListener('abort', go)
      resolve()
    }
    if (tail.ended || signal?.aborted) return resolve()
    tail.waiting.add(go)
    signal?.addEventListener('abort', go, { once: true })
  })
}

/**
 * What a tail has from an offset on, as it grows. Everybody reads the same text by an offset of their own, so nothing comes twice or in
 * another order, and who is slow gets larger pieces.
 */
export async function* read(tail: Tail, from: number, signal?: AbortSignal): AsyncGenerator<string, void> {
  let at = from
  while (!signal?.aborted) {
    if (at < tail.text.length) {
      const piece = tail.text.slice(at)
      at = tail.text.length
      yield piece
    } else if (tail.ended) return
    else await changed(tail, signal)
  }
}
