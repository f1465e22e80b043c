import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeSignup } from '../factories.ts'
import { testDatabase } from '../testing.ts'

const { db, pool } = await testDatabase()

test('returns sign-ups with typed values, and seats in the order of joining', async () => {
  const first = await makeSignup(db)
  const second = await makeSignup(db, { language: 'pt', invited_by: first.id, confirmed_at: new Date('2026-01-02T03:04:05Z') })
  expect(first).toMatchObject({ user_agent: 'unknown', confirmed_at: null, invited_by: null, created_at: expect.any(Date) })
  expect(second).toMatchObject({ language: 'pt', confirmed_at: new Date('2026-01-02T03:04:05Z'), seat: first.seat + 1 })
})

test('Postgres rejects a second sign-up with the same e-mail, code or seat, and an unknown language', async () => {
  const { email, referral_code, seat } = await makeSignup(db)
  for (const taken of [{ email }, { referral_code }, { seat }]) {
    await expect(makeSignup(db, taken)).rejects.toMatchObject({ code: '23505' })
  }
  await expect(makeSignup(db, { language: 'fr' as 'en' })).rejects.toMatchObject({ code: '23514' })
})

test('deleting a sign-up deletes its events and keeps the invited friends', async () => {
  const inviter = await makeSignup(db)
  const friend = await makeSignup(db, { invited_by: inviter.id })
  const event = { id: inviter.id, signup_id: inviter.id, kind: 'joined', data: { position: inviter.seat } }
  const stored = await db.insertInto('waitlist_event').values(event).returningAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject(event)
  await db.deleteFrom('waitlist_signup').where('id', '=', inviter.id).execute()
  expect(await db.selectFrom('waitlist_event').where('signup_id', '=', inviter.id).selectAll().execute()).toEqual([])
  const left = await db.selectFrom('waitlist_signup').select('invited_by').where('id', '=', friend.id).executeTakeFirst()
  expect(left).toEqual({ invited_by: null })
})

test('the sum of position corrections below a position uses an index', async () => {
  await db
    .insertInto('waitlist_position_delta')
    .values([
      { position: 3, delta: -1 },
      { position: 9, delta: -1 },
    ])
    .execute()
  const plan = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return await sql<object>`explain select sum(delta) from waitlist_position_delta where position < 5`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toMatch(/Index Only Scan|Bitmap Index Scan on waitlist_position_delta_position/)
})

test('the mail catcher stores a mail once', async () => {
  const { id } = await makeSignup(db)
  const mail = {
    id,
    message_id: '<1@duo>',
    sender: 'a@b.c',
    recipient: 'd@e.f',
    subject: 'Hi',
    html: '<p>',
    text: 'Hi',
    headers: { 'X-A': 'b' },
  }
  const stored = await db.insertInto('caught_mail').values(mail).returningAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject(mail)
  await expect(
    db
      .insertInto('caught_mail')
      .values({ ...mail, id: (await makeSignup(db)).id })
      .execute(),
  ).rejects.toMatchObject({
    code: '23505',
  })
})

test('the rate limiter’s columns are in the order that its SQL relies on', async () => {
  const count = `insert into "rate_limit" values ($1, $2, $3) on conflict (key) do update set points = "rate_limit".points + $2
    returning points, expire`
  const expire = Date.now() + 60_000
  await pool.query(count, ['join:1.2.3.4', 1, expire])
  expect((await pool.query(count, ['join:1.2.3.4', 1, expire])).rows).toEqual([{ points: 2, expire }])
})
