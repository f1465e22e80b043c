import { AppError } from '@duo/platform/shared/errors.ts'
import { expect, test } from 'vitest'
import { openInTurn, readAsAccount, readAsNetwork } from './stream-readers.ts'

async function* untilAborted(signal: AbortSignal) {
  yield 'text'
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

// reads the first event; `ended` resolves to the code with which the stream ends
async function start(events: AsyncGenerator<string, void>) {
  await events.next()
  const ended = events.next().then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : 'other'),
  )
  let outcome: string | null = null
  void ended.then((code) => {
    outcome = code
  })
  return { outcome: () => outcome }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('an account reads twenty replies at a time, and the oldest reader gives way', async () => {
  const readers = []
  for (let i = 0; i < 22; i++)
    readers.push(await start(readAsAccount({ userId: 'many', replyId: `reply ${Math.floor(i / 2)}` }, untilAborted)))
  await settled()
  const outcomes = readers.map(({ outcome }) => outcome())
  expect(outcomes).toEqual(['stream_replaced', 'stream_replaced', ...Array<null>(20).fill(null)])
})

test('a network without an account has forty, whatever it reads, and another network its own', async () => {
  const readers = []
  for (let i = 0; i < 41; i++) readers.push(await start(readAsNetwork('192.0.2.1', untilAborted)))
  const other = await start(readAsNetwork('192.0.2.2', untilAborted))
  await settled()
  expect(readers.map(({ outcome }) => outcome())).toEqual(['stream_replaced', ...Array<null>(40).fill(null)])
  expect(other.outcome()).toBeNull()
})

test('a finished reader frees its place', async () => {
  async function* short() {
    yield 'text'
  }
  const first = await start(readAsAccount({ userId: 'frees', replyId: 'a' }, untilAborted))
  for (let i = 0; i < 10; i++)
    for await (const _ of readAsAccount({ userId: 'frees', replyId: 'a' }, short)) expect(first.outcome()).toBeNull()
  expect(first.outcome()).toBeNull()
})

test('opens four streams of a network at a time, in order, and refuses what waits behind sixty', async () => {
  const gates: (() => void)[] = []
  const opened: number[] = []
  const attempts = Array.from({ length: 70 }, (_, i) =>
    openInTurn('192.0.2.3', async () => {
      opened.push(i)
      await new Promise<void>((go) => gates.push(go))
      return i
    }).catch((error: unknown) => (error instanceof AppError ? error.code : 'other')),
  )
  await settled()
  expect(opened).toEqual([0, 1, 2, 3])
  expect(await openInTurn('192.0.2.4', async () => 'other network')).toBe('other network')
  while (opened.length < 64 || gates.length > 0) {
    gates.shift()?.()
    await settled()
  }
  expect(await Promise.all(attempts)).toEqual([
    ...Array.from({ length: 64 }, (_, i) => i),
    ...Array.from({ length: 6 }, () => 'too_many_requests'),
  ])
  expect(opened).toEqual(Array.from({ length: 64 }, (_, i) => i))
})

test('an attempt that fails passes its turn on', async () => {
  const attempts = Array.from({ length: 8 }, () => openInTurn('192.0.2.5', () => Promise.reject(new Error('not found'))))
  expect((await Promise.allSettled(attempts)).every(({ status }) => status === 'rejected')).toBe(true)
  expect(await openInTurn('192.0.2.5', async () => 'open')).toBe('open')
})
