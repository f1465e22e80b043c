import { expect, test } from 'vitest'
import { testApp } from './testing.ts'

/** The most joins one address may make (packages/features/waitlist/schema.ts says why). */
const limit = 300

const join = (url: string, i: number, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/trpc/waitlist.join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: `person${i}@example.com`, language: 'en', invitedByCode: null }),
  })

test('exactly the limit passes, whatever address a caller claims; then it says how long to wait', {
  timeout: 30_000,
}, async () => {
  const app = await testApp()
  const answers = []
  for (let start = 0; start < limit + 50; start += 50) {
    const some = Array.from({ length: 50 }, (_, i) => join(app.url, start + i, { 'x-forwarded-for': `198.51.100.${i}` }))
    answers.push(...(await Promise.all(some)))
  }
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(50)
  const form = await fetch(app.url, { method: 'POST', body: new URLSearchParams({ email: 'late@example.com' }) })
  expect(form.status).toBe(429)
  for (const { headers } of [refused[0] ?? form, form]) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await app.close()
})

test('a batch counts as the calls it carries', async () => {
  const app = await testApp()
  const calls = Array.from({ length: 10 }, (_, i) => i)
  const body = JSON.stringify(
    Object.fromEntries(calls.map((i) => [i, { email: `batch${i}@example.com`, language: 'en', invitedByCode: null }])),
  )
  await fetch(`${app.url}/api/trpc/${calls.map(() => 'waitlist.join').join(',')}?batch=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const [counter] = await app.db.selectFrom('rate_limit').where('key', 'like', 'waitlist_join:%').select('points').execute()
  expect(counter?.points).toBe(10)
  await app.close()
})

test('behind a trusted proxy the forwarded address is the one that counts', async () => {
  const app = await testApp({ TRUST_PROXY: '1' })
  await join(app.url, 1, { 'x-forwarded-for': '203.0.113.5' })
  await join(app.url, 2, { 'x-forwarded-for': '2001:db8:1:2:3::1' })
  await join(app.url, 3, { 'x-forwarded-for': '2001:db8:1:2:ffff::9' })
  const counters = await app.db
    .selectFrom('rate_limit')
    .where('key', 'like', 'waitlist_join:%')
    .select(['key', 'points'])
    .orderBy('points')
    .execute()
  expect(counters.map(({ points }) => points)).toEqual([1, 2])
  // what is stored is no address
  for (const { key } of counters) expect(key).toMatch(/^waitlist_join:[\w-]{22}$/)
  await app.close()
})
