import type { Db } from '@duo/db/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { invitedAheadMax, inviteTarget, placesPerFriend } from '../../rules.ts'

/** Sorts an entry that never moved behind those that moved to its key. */
const maxTieBreak = sql.lit(Number.MAX_SAFE_INTEGER)

const entryKeyExpr = (id: string | RawBuilder<unknown>) => sql`
  select coalesce(mover.key, signup.seat) as sort_key, coalesce(mover.seat, ${maxTieBreak}) as tie_break
  from waitlist_signup as signup left join waitlist_advanced_seat as mover on mover.seat = signup.seat
  where signup.id = ${id}`

/** Query for the position of an entry, given by its id or by a column (not of `signup`), from 1; the arithmetic is in `waitlist_position.sql` (docs/decisions/0013). */
export const positionOfExpr = (id: string | RawBuilder<unknown>) => sql<{ position: number }>`
  select waitlist_position(sort_key, tie_break) as position from (${entryKeyExpr(id)}) as target`

/**
 * Query for how many entries ahead of one have been invited to the beta, at most `invitedAheadMax`. Friends move an entry
 * ahead of its seat by a bounded distance, so the seats behind that need not be read.
 */
export const invitedAheadExpr = (id: string) => sql<{ count: number }>`
  select count(*) as count from (
    select from (${entryKeyExpr(id)}) as target
      join waitlist_signup as ahead on ahead.seat < target.sort_key + ${sql.lit(inviteTarget * placesPerFriend)}
      left join waitlist_advanced_seat as mover on mover.seat = ahead.seat
    where ahead.invited_at is not null
      and (coalesce(mover.key, ahead.seat), coalesce(mover.seat, ${maxTieBreak})) < (target.sort_key, target.tie_break)
    limit ${sql.lit(invitedAheadMax)}
  ) as invited`

export async function findPosition(db: Db, id: string): Promise<number | null> {
  const { rows } = await positionOfExpr(id).execute(db)
  return rows[0]?.position ?? null
}

export async function findCountedFriends(db: Db, seat: number): Promise<number> {
  const mover = await db.selectFrom('waitlist_advanced_seat').where('seat', '=', seat).select('friends').executeTakeFirst()
  return mover?.friends ?? 0
}

/** Advances a seat by one friend. Returns the new number of friends; null when the goal was reached before. */
export async function advanceForReferral(db: Db, seat: number): Promise<number | null> {
  const { rows } = await sql<{ friends: number }>`
    with moved as (
      insert into waitlist_advanced_seat as mover (seat, key, friends) values (${seat}::bigint, ${seat}::bigint - ${placesPerFriend}::bigint, 1)
      on conflict (seat) do update set friends = mover.friends + 1, key = mover.key - ${placesPerFriend}::bigint
        where mover.friends < ${inviteTarget}::smallint
      returning seat, key, friends
    ), corrected as (
      insert into waitlist_position_delta (position, delta)
      select position, delta from moved, lateral (values
        (case when friends = 1 then seat else key + ${placesPerFriend}::bigint end, -1),
        (key, 1)) as correction (position, delta)
    )
    select friends from moved`.execute(db)
  return rows[0]?.friends ?? null
}

/** Turns a deleted entry's seat into a gap; later entries move up by one. */
export async function insertGap(db: Db, seat: number): Promise<void> {
  await sql`
    with mover as (delete from waitlist_advanced_seat where seat = ${seat} returning key),
    gap as (insert into waitlist_vacated_seat (seat) values (${seat}))
    -- a mover's +1 at the key goes; its −1 at the seat becomes the gap's
    insert into waitlist_position_delta (position, delta) values (coalesce((select key from mover), ${seat}::bigint), -1)`.execute(
    db,
  )
}

/** Compacts up to `limit` corrections into the sums. Returns how many; 0 while another process does it. */
export async function compactDeltas(db: Db, limit = 20_000): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with turn as materialized (select pg_try_advisory_xact_lock(hashtextextended('waitlist fold', 0)) as mine),
    gone as (
      delete from waitlist_position_delta
      where (select mine from turn) and ctid = any (array(select ctid from waitlist_position_delta limit ${limit}))
      returning position, delta
    ), sums as (
      select 1::smallint as level, position >> 8 as node, sum(delta) as total from gone group by 2
      union all select 2::smallint, position >> 16, sum(delta) from gone group by 2
    ), stored as (
      insert into waitlist_position_sum (level, node, total) select level, node, total from sums where total <> 0 order by 1, 2
      on conflict (level, node) do update set total = waitlist_position_sum.total + excluded.total
    )
    select count(*) as folded from gone`.execute(db)
  return rows[0]?.folded ?? 0
}

/** Records drawn seats without an entry (failed joins, crashes) as gaps. Call it only for seats whose joins have ended. */
export async function insertMissingGaps(db: Db, seat: number, limit = 100_000): Promise<{ found: number; done: boolean }> {
  const { rows } = await sql<{ found: number; done: boolean }>`
    with span as materialized (
      select seat + 1 as first, least(seat + ${limit}::bigint, ${seat}::bigint) as last from waitlist_reconciliation for update
    ), missing as (
      insert into waitlist_vacated_seat (seat)
      select drawn from span, generate_series(span.first, span.last) as drawn
      where not exists (select from waitlist_signup where waitlist_signup.seat = drawn)
      on conflict do nothing
      returning seat
    ), corrected as (
      insert into waitlist_position_delta (position, delta) select seat, -1 from missing
    ), noted as (
      update waitlist_reconciliation set seat = greatest(waitlist_reconciliation.seat, span.last) from span
    )
    select (select count(*) from missing) as found, (select last from span) >= ${seat}::bigint as done`.execute(db)
  return rows[0] ?? { found: 0, done: true }
}

/** Returns the last seat whose join, and every earlier one, has ended: no transaction runs for ten minutes. */
export async function lastSettledSeat(db: Db): Promise<number> {
  const { rows } = await sql<{ seat: number | null }>`
    select seat from waitlist_signup where seat > (select seat from waitlist_reconciliation)
      and created_at < now() - interval '10 minutes' order by seat desc limit 1`.execute(db)
  return rows[0]?.seat ?? 0
}

/** Reuses seats that a Postgres crash skipped (sequences log 32 ahead). Call it only while no join runs. */
export async function resetSeatSequence(db: Db): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select greatest((select max(seat) from waitlist_signup), (select max(seat) from waitlist_vacated_seat), 0) as last`.execute(
    db,
  )
  const last = rows[0]?.last ?? 0
  await sql`select setval('waitlist_seat', greatest(${last}::bigint, 1), ${last}::bigint > 0)`.execute(db)
  while (!(await insertMissingGaps(db, last)).done);
}
