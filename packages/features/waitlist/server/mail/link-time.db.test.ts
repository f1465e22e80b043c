import { makeSignup } from '@duo/db/factories.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { createRateLimit } from '@duo/platform/server/security/rate-limit.ts'
import { createCaller } from '@duo/platform/server/trpc.ts'
import { connectAll, testContext } from '@duo/server/testing/test-context.ts'
import { expect, test } from 'vitest'
import { appRouter } from '#server.ts'

const { db, pool } = await testDatabase()

const pairs = 400

/** Returns how often a known address took longer than an unknown one, measured in pairs. */
async function shareOfSlowerMembers(run: string): Promise<number> {
  const rateLimit = createRateLimit(pool)
  let calls = 0
  const took = async (email: string) => {
    const clientAddress = `10.1.${++calls >> 8}.${calls & 255}`
    const { waitlist } = createCaller(appRouter)(testContext(db, { rateLimit, clientAddress }))
    const started = performance.now()
    await waitlist.sendStatusLink({ email })
    return performance.now() - started
  }
  let slower = 0
  for (let pair = -20; pair < pairs; pair++) {
    const [member, unknown] = [`${run}-known-${pair}@example.com`, `${run}-other-${pair}@example.com`]
    await makeSignup(db, { email: member })
    const first = await took(pair % 2 === 0 ? member : unknown)
    const second = await took(pair % 2 === 0 ? unknown : member)
    if (pair >= 0 && (pair % 2 === 0 ? first > second : second > first)) slower += 1
  }
  return slower / pairs
}

test('requesting a status link takes as long for a listed address as for any other', { timeout: 120_000 }, async () => {
  await connectAll(db)
  // by chance 1 % of runs leave these bounds (sign test, 400 pairs), so one repeat is allowed
  const isEven = (share: number) => share > 0.436 && share < 0.564
  const first = await shareOfSlowerMembers('first')
  expect(isEven(first) ? first : await shareOfSlowerMembers('again')).toSatisfy(isEven)
})
