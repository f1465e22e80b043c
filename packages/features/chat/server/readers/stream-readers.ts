import { AppError } from '@duo/platform/shared/errors.ts'

/**
 * Limits of this process, not of all servers together: they protect its event loop and its memory. Every reader costs them,
 * because tRPC serializes each event once per subscriber.
 */
const maxPerReply = 3
const maxPerAccount = 20
const maxPerNetwork = 40

interface Reader {
  topic: string
  controller: AbortController
}

/** In the order of arrival. */
const readersOf = new Map<string, Set<Reader>>()

/** Reads a reply of an account until a newer reader takes the place of the oldest one: that one throws `stream_replaced`. */
export const readAsAccount = <T>(
  { userId, replyId }: { userId: string; replyId: string },
  read: (signal: AbortSignal) => AsyncIterable<T>,
) => readInPlace(`account ${userId}`, { topic: replyId, perTopic: maxPerReply, max: maxPerAccount }, read)

/** The same for callers without an account. */
export const readAsNetwork = <T>(network: string, read: (signal: AbortSignal) => AsyncIterable<T>) =>
  readInPlace(`network ${network}`, { topic: '', perTopic: maxPerNetwork, max: maxPerNetwork }, read)

/** Counts from the first read to the end, because a generator that is never read runs no `finally`. */
async function* readInPlace<T>(
  owner: string,
  { topic, perTopic, max }: { topic: string; perTopic: number; max: number },
  read: (signal: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T, void> {
  const readers = readersOf.get(owner) ?? new Set()
  readersOf.set(owner, readers)
  const reader = { topic, controller: new AbortController() }
  readers.add(reader)
  const ofTopic = [...readers].filter((other) => other.topic === topic)
  const oldest = ofTopic.length > perTopic ? ofTopic[0] : readers.size > max ? [...readers][0] : undefined
  if (oldest) {
    readers.delete(oldest)
    oldest.controller.abort()
  }
  try {
    yield* read(reader.controller.signal)
    if (reader.controller.signal.aborted) throw new AppError('stream_replaced', { retryAfterSeconds: 5 })
  } finally {
    readers.delete(reader)
    if (readers.size === 0) readersOf.delete(owner)
  }
}

/** Streams that one network opens at the same time, and that wait to be opened. Opening one costs three queries. */
const maxOpening = 4
const maxWaiting = 60

const openingsOf = new Map<string, { running: number; waiting: (() => void)[] }>()

/** Opens streams of one network a few at a time, in order. Throws `too_many_requests` when too many wait. */
export async function openInTurn<T>(network: string, open: () => Promise<T>): Promise<T> {
  const openings = openingsOf.get(network) ?? { running: 0, waiting: [] }
  openingsOf.set(network, openings)
  if (openings.running < maxOpening) openings.running += 1
  else {
    if (openings.waiting.length >= maxWaiting) throw new AppError('too_many_requests', { retryAfterSeconds: 1 })
    await new Promise<void>((go) => openings.waiting.push(go))
  }
  try {
    return await open()
  } finally {
    const next = openings.waiting.shift()
    if (next) next()
    else {
      openings.running -= 1
      if (openings.running === 0) openingsOf.delete(network)
    }
  }
}
