import { testDatabase } from '@duo/db/testing.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createRateLimit, forgetExpired } from './rate-limit.ts'

test('a start deletes the counters whose window is over and keeps the others', async () => {
  const { db, pool } = await testDatabase(onTestFinished)
  const limit = createRateLimit(pool)
  await limit({ name: 'kept', points: 1, seconds: 600 }, '203.0.113.5')
  await db
    .insertInto('rate_limit')
    .values({ key: 'over:203.0.113.9', points: 1, expire: Date.now() - 1 })
    .execute()
  const { stop } = await forgetExpired(db, (error) => {
    throw error
  })
  stop()
  expect(await db.selectFrom('rate_limit').select('key').execute()).toEqual([{ key: 'kept:203.0.113.5' }])
})
