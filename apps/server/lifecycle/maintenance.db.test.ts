import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { startMaintenance } from './maintenance.ts'

const app = await testApp()
afterAll(app.close)
const { db, appContext } = app

test('the maintenance at startup deletes all expired rows, whatever the backlog, and keeps the others', async () => {
  await sql`insert into rate_limit (key, points, expire) select 'over:' || i, 1, 0 from generate_series(1, 12000) as i`.execute(
    db,
  )
  await sql`insert into rate_limit (key, points, expire) values ('kept', 1, ${Date.now() + 600_000})`.execute(db)
  await sql`
    insert into waitlist_signup (id, email, language, seat, referral_code, created_at)
    select gen_random_uuid(), i || '@example.com', 'en', nextval('waitlist_seat'), 'CODE' || i,
      now() - make_interval(days => case when i = 1 then 89 else 91 end)
    from generate_series(1, 450) as i`.execute(db)
  await sql`insert into idempotency_key (key_hash, input_hash, created_at)
    select i, '', now() - make_interval(mins => case when i = 1 then 59 else 61 end) from generate_series(1, 6000) as i`.execute(
    db,
  )
  await sql`insert into mail_code (id, locator_hash, code_hash, page, sealed_token, expires_at)
    select gen_random_uuid(), '', i, '', '', now() + make_interval(mins => case when i = 1 then 1 else -1 end)
    from generate_series(1, 6000) as i`.execute(db)
  const { stop } = startMaintenance(appContext)
  const left = async () => [
    (await db.selectFrom('rate_limit').select('key').execute()).map(({ key }) => key),
    (await db.selectFrom('waitlist_signup').select('email').execute()).map(({ email }) => email),
    (await db.selectFrom('idempotency_key').select('key_hash').execute()).map((row) => row.key_hash),
    (await db.selectFrom('mail_code').select('code_hash').execute()).map((row) => row.code_hash),
  ]
  await expect.poll(left, { timeout: 8_000 }).toEqual([['kept'], ['1@example.com'], ['1'], ['1']])
  await stop()
  expect(app.logged()).not.toContain('maintenance task failed')
})

test('logs a failing task and runs the others', async () => {
  await sql`alter table rate_limit rename to elsewhere`.execute(db)
  const { stop } = startMaintenance(appContext)
  await expect.poll(() => app.logged()).toContain('"task":"rate_limit.purge_expired"')
  await stop()
})
