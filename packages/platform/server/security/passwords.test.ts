import { afterAll, expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords({ threads: 2 })
const cheap = createPasswords({ threads: 2, cost: { N: 1024, r: 8, p: 1 } })
afterAll(() => Promise.all([passwords.close(), cheap.close()]))

test('verifies the right password only, and no two hashes are equal', async () => {
  const [first, second] = await Promise.all([passwords.hash('abacate'), passwords.hash('abacate')])
  expect(first).not.toBe(second)
  expect(first).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
  expect(await passwords.verify(first, 'abacate')).toBe(true)
  expect(await passwords.verify(second, 'abacatE')).toBe(false)
})

test('Unicode variants of the same password match', async () => {
  const hash = await passwords.hash('caf\u00e9-123')
  expect(await passwords.verify(hash, 'cafe\u0301-123')).toBe(true)
})

test.each(['', 'plain', 'scrypt$', 'bcrypt$16384$8$5$c2FsdA$a2V5', 'scrypt$x$8$5$$a2V5'])(
  'an invalid hash (%j) matches no password',
  async (hash) => {
    expect(await passwords.verify(hash, 'abacate')).toBe(false)
  },
)

test('hashing does not block the event loop', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  await Promise.all([passwords.hash('one'), passwords.hash('two')])
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(3)
})

test('runs one hash per thread, queues a few and rejects the rest at once', async () => {
  const settled = await Promise.allSettled(Array.from({ length: 50 }, () => cheap.hash('abacate')))
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(34)
  expect(settled.slice(34)).toEqual(
    Array(16).fill({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 2 }),
    }),
  )
  expect(await cheap.hash('abacate')).toContain('scrypt$')
})

test('capacity can be checked before any work', async () => {
  expect(cheap.requireRoom).not.toThrow()
  const all = Array.from({ length: 34 }, () => cheap.hash('abacate'))
  expect(cheap.requireRoom).toThrow(expect.objectContaining({ code: 'unavailable' }))
  await Promise.all(all)
  expect(cheap.requireRoom).not.toThrow()
})

test('a failed hash frees its slot', async () => {
  await Promise.allSettled(Array.from({ length: 10 }, () => cheap.verify('scrypt$3$8$1$c2FsdA$a2V5', 'abacate')))
  expect(await cheap.hash('abacate')).toContain('scrypt$')
})
