import { expect, test, vi } from 'vitest'
import { endInTurn, endTogether } from './closing.ts'

test.each([
  ['in turn', endInTurn],
  ['together', endTogether],
])('what ends %s goes on when one of them fails, and the failure is told', async (_how, end) => {
  const database = vi.fn(async () => {})
  const faulty = async () => Promise.reject(new Error('the worker hangs'))
  await expect(end([faulty, database])).rejects.toThrow('the worker hangs')
  expect(database).toHaveBeenCalledOnce()
  await expect(end([faulty, database, faulty])).rejects.toMatchObject({ errors: [expect.any(Error), expect.any(Error)] })
  await expect(end([database])).resolves.toBeUndefined()
})
