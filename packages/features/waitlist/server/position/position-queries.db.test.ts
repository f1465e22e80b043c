import { makeSignup } from '@duo/db/factories.ts'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { connectAll } from '@duo/server/testing/test-context.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { eraseSignup } from '../entry/delete-entry.ts'
import { lockSignup } from '../signup-queries.ts'
import * as rank from './position-queries.ts'

const { db } = await testDatabase()

async function emptyList() {
  await sql`truncate waitlist_signup, waitlist_advanced_seat, waitlist_vacated_seat, waitlist_position_delta, waitlist_position_sum cascade`.execute(
    db,
  )
  await sql`update waitlist_reconciliation set seat = 0`.execute(db)
  await sql`alter sequence waitlist_seat restart`.execute(db)
}
beforeEach(emptyList)

/** Draws a seat as a join does, without an entry. */
async function drawSeat(): Promise<number | undefined> {
  const { rows } = await sql<{ seat: number }>`select nextval('waitlist_seat') as seat`.execute(db)
  return rows[0]?.seat
}

interface Ranked {
  id: string
  seat: number
  rank: number
  invited: boolean
}

/** Ranks by a window function; the position arithmetic must return the same. */
async function ranked(): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`
    select signup.id, signup.seat, invited_at is not null as invited, rank() over (order by coalesce(mover.key, signup.seat), mover.seat)::int as rank
    from waitlist_signup as signup left join waitlist_advanced_seat as mover on mover.seat = signup.seat order by signup.seat`.execute(
    db,
  )
  return rows
}

async function expectTrueRanks() {
  const truth = await ranked()
  const invitedAhead = await Promise.all(
    truth.map(async ({ id }) => (await rank.invitedAheadExpr(id).execute(db)).rows[0]?.count),
  )
  expect(invitedAhead).toEqual(truth.map((row) => truth.filter((other) => other.invited && other.rank < row.rank).length))
  const positions = await Promise.all(truth.map(async ({ id }) => rank.findPosition(db, id)))
  expect(positions).toEqual(truth.map((row) => row.rank))
}

/** Selects an entry by a number that fast-check draws. */
async function pick(at: number): Promise<{ id: string; seat: number } | undefined> {
  const { rows } = await sql<{ id: string; seat: number }>`
    select id, seat from waitlist_signup
    where seat >= ${at}::bigint % (select greatest(max(seat), 1) from waitlist_signup) order by seat limit 1`.execute(db)
  return rows[0]
}

const steps: Record<string, (at: number) => Promise<unknown>> = {
  join: () => makeSignup(db),
  join_many: (at) => insertMany(db, 1 + (at % 300)),
  credit: async (at) => {
    const inviter = await pick(at)
    // locks the inviter as a confirmation does, against a concurrent erasure
    return (
      inviter && inTransaction(db, async (tx) => (await lockSignup(tx, inviter.id)) && rank.advanceForReferral(tx, inviter.seat))
    )
  },
  invite: async (at) => {
    const entry = await pick(at)
    return entry && db.updateTable('waitlist_signup').set({ invited_at: new Date() }).where('id', '=', entry.id).execute()
  },
  erase: async (at) => {
    const entry = await pick(at)
    return entry && eraseSignup(db, entry.id)
  },
  burn: async () => {
    await drawSeat()
    const { rows } = await sql<{ last: number }>`select last_value as last from waitlist_seat`.execute(db)
    await rank.insertMissingGaps(db, rows[0]?.last ?? 0)
  },
  fold: (at) => rank.compactDeltas(db, 1 + (at % 40)),
}

const insertMany = (on: Db, count: number) =>
  sql`insert into waitlist_signup (id, email, language, seat, referral_code)
    select gen_random_uuid(), 'p' || seat || '@example.com', 'en', seat, 'CODE' || seat
    from (select nextval('waitlist_seat') as seat from generate_series(1, ${count}::int)) as drawn`.execute(on)

const weights = ['join', 'join_many', 'credit', 'credit', 'credit', 'credit', 'invite', 'invite', 'erase', 'burn', 'fold']

test('every position equals rank() after any sequence of operations', async () => {
  const step = fc.tuple(fc.constantFrom(...weights), fc.nat({ max: 100_000 }))
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (plan) => {
        await insertMany(db, 200)
        for (const [name, at] of plan) await steps[name]?.(at)
        await expectTrueRanks()
      })
      .beforeEach(emptyList),
    // a failure is reported with its reason before the test times out
    { numRuns: 12, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: true },
  )
})

test('positions are correct across the blocks of the sums', async () => {
  await insertMany(db, 600)
  for (const at of [1, 255, 256, 257, 300, 511, 512, 513, 599]) {
    const entry = await pick(at)
    for (let friends = 0; friends < 1 + (at % 5); friends++) await rank.advanceForReferral(db, entry?.seat ?? 0)
  }
  await expectTrueRanks()
  await rank.compactDeltas(db)
  expect(await sql`select from waitlist_position_delta`.execute(db)).toMatchObject({ rows: [] })
  await expectTrueRanks()
})

test('positions stay correct under concurrent joins, credits, erasures and compaction', async () => {
  await insertMany(db, 400)
  await connectAll(db)
  const work = Array.from({ length: 400 }, (_, i) => {
    const name = weights[i % weights.length] ?? 'join'
    return steps[name === 'burn' ? 'fold' : name]?.(i * 37)
  })
  await Promise.all(work)
  await expectTrueRanks()
})

test('friends move an entry at most five times', async () => {
  const { seat } = await makeSignup(db)
  const counts = []
  for (let i = 0; i < 7; i++) counts.push(await rank.advanceForReferral(db, seat))
  expect(counts).toEqual([1, 2, 3, 4, 5, null, null])
})

test('a seat drawn by a failed join becomes a gap, once', async () => {
  await makeSignup(db)
  await drawSeat()
  const { id, seat } = await makeSignup(db)
  expect(await rank.findPosition(db, id)).toBe(3)
  expect(await rank.insertMissingGaps(db, seat)).toEqual({ found: 1, done: true })
  expect(await rank.insertMissingGaps(db, seat)).toEqual({ found: 0, done: true })
  expect(await rank.findPosition(db, id)).toBe(2)
})

test('only seats whose joins have long ended are settled', async () => {
  const old = await makeSignup(db, { created_at: new Date(Date.now() - 11 * 60_000) })
  await makeSignup(db)
  expect(await rank.lastSettledSeat(db)).toBe(old.seat)
})

test('a server that starts alone reuses the seats that a crash skipped', async () => {
  const { seat } = await makeSignup(db)
  for (let i = 0; i < 32; i++) await drawSeat()
  await rank.resetSeatSequence(db)
  expect(await drawSeat()).toBe(seat + 1)
})
