import { expect, test, vi } from 'vitest'
import { closeAll, closeInOrder, closeWithin } from './shutdown.ts'

test.each([
  ['in order', closeInOrder],
  ['together', closeAll],
])('closing %s continues after a failure and reports it', async (_how, end) => {
  const database = vi.fn(async () => {})
  const faulty = async () => Promise.reject(new Error('the worker hangs'))
  await expect(end([faulty, database])).rejects.toThrow('the worker hangs')
  expect(database).toHaveBeenCalledOnce()
  await expect(end([faulty, database, faulty])).rejects.toMatchObject({ errors: [expect.any(Error), expect.any(Error)] })
  await expect(end([database])).resolves.toBeUndefined()
})

test('abandons a hanging close after the limit, names it in the error, and starts the next one', async () => {
  const database = vi.fn(async () => {})
  const hangs = closeWithin(20, 'the job worker', () => new Promise(() => {}))
  await expect(closeInOrder([hangs, database])).rejects.toThrow('the job worker did not stop within 0.02 s')
  expect(database).toHaveBeenCalledOnce()
  await expect(closeWithin(1_000, 'upkeep', async () => {})()).resolves.toBeUndefined()
})
