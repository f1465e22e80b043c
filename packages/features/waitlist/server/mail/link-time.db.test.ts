import { makeSignup } from '@duo/db/factories.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { createRateLimit } from '@duo/platform/server/security/rate-limit.ts'
import { createCaller } from '@duo/platform/server/trpc.ts'
import { connectAll, testContext } from '@duo/platform/testing/world.ts'
import { expect, test } from 'vitest'
import { appRouter } from '../../../server.ts'

const { db, pool } = await testDatabase()

const pairs = 400

/** How often asking for a known address took longer than asking, just before or after, for one that is not on the list. */
async function shareOfSlowerKnown(run: string): Promise<number> {
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
    const [known, unknown] = [`${run}-known-${pair}@example.com`, `${run}-other-${pair}@example.com`]
    await makeSignup(db, { email: known })
    const first = await took(pair % 2 === 0 ? known : unknown)
    const second = await took(pair % 2 === 0 ? unknown : known)
    // the first ones warm up
    if (pair >= 0 && (pair % 2 === 0 ? first > second : second > first)) slower += 1
  }
  return slower / pairs
}

test('asking for a status link takes as long for an address on the list as for any other', { timeout: 120_000 }, async () => {
  await connectAll(db)
  // 400 pairs leave these bounds by chance one time in a hundred (sign test), so one repeat is allowed
  const isEven = (share: number) => share > 0.436 && share < 0.564
  const first = await shareOfSlowerKnown('first')
  expect(isEven(first) ? first : await shareOfSlowerKnown('again')).toSatisfy(isEven)
})
