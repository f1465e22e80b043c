import type { Db } from '@duo/db/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { inviteTarget, placesPerFriend } from '../../rules.ts'

/*
 * The list's order without counting the list (docs/decisions/0013). Everybody stands at their key: the seat, less a hundred
 * for each friend that counts, and whoever moved to a key comes before the one who always sat there. Whoever has not moved is at their
 * own seat, so a position is the key plus the sum of small corrections below it: +1 at the key and −1 at the seat of everybody who moved,
 * −1 at every gap. Corrections are appended to a log and folded every second into sums over blocks of 256 and 65,536 positions; inside
 * the last block the movers and gaps are counted.
 */

/** Behind all who moved to a key sits the one who has always been there. */
const maxTieBreak = sql.lit(Number.MAX_SAFE_INTEGER)

/** Where an entry stands, as a query: at one key those who moved there come first, in the order of their seats. */
const entryKeyExpr = (id: string) => sql`
  select coalesce(mover.key, signup.seat) as sort_key, coalesce(mover.seat, ${maxTieBreak}) as tie_break
  from waitlist_signup as signup left join waitlist_mover as mover on mover.seat = signup.seat
  where signup.id = ${id}`

/** Where somebody stands who has just drawn the only seat of `table`, as a query. */
export const newSeatExpr = (table: string) => sql`select seat as sort_key, ${maxTieBreak} as tie_break from ${sql.table(table)}`

/** The position there, 1 for the first, as a query; no row where nobody stands. Looks at some hundred rows, however long the list is. */
export const positionExpr = (where: RawBuilder<unknown>) => sql<{ position: number }>`
  with target as materialized (select sort_key, tie_break, (sort_key >> 8) << 8 as block from (${where}) as source)
  select 1 + greatest(target.sort_key - 1, 0)
    + (select coalesce(sum(n), 0)::bigint from waitlist_rank_node where level = 2 and node < (select sort_key >> 16 from target))
    + (select coalesce(sum(n), 0)::bigint from waitlist_rank_node
        where level = 1 and node >= (select (sort_key >> 16) << 8 from target) and node < (select sort_key >> 8 from target))
    + (select coalesce(sum(d), 0)::bigint from waitlist_rank_delta where pos < (select block from target))
    + (select count(*) from waitlist_mover
        where key >= (select block from target) and (key, seat) < ((select sort_key from target), (select tie_break from target)))
    - (select count(*) from waitlist_mover where seat >= (select block from target) and seat < (select sort_key from target))
    - (select count(*) from waitlist_gap where seat >= (select block from target) and seat < (select sort_key from target)) as position
  from target`

/** The position of an entry, as a query. */
export const positionOfExpr = (id: string) => positionExpr(entryKeyExpr(id))

/** The entry's position; null when there is no such entry. */
export async function findPosition(db: Db, id: string): Promise<number | null> {
  const { rows } = await positionOfExpr(id).execute(db)
  return rows[0]?.position ?? null
}

/** Friends that count for the holder of a seat. */
export async function findCountedFriends(db: Db, seat: number): Promise<number> {
  const mover = await db.selectFrom('waitlist_mover').where('seat', '=', seat).select('friends').executeTakeFirst()
  return mover?.friends ?? 0
}

/** Moves the holder of a seat ahead by one friend. Answers the friends that count now, or null at the goal, where nothing moves. */
export async function advanceForReferral(db: Db, seat: number): Promise<number | null> {
  const { rows } = await sql<{ friends: number }>`
    with moved as (
      insert into waitlist_mover as mover (seat, key, friends) values (${seat}::bigint, ${seat}::bigint - ${placesPerFriend}::bigint, 1)
      on conflict (seat) do update set friends = mover.friends + 1, key = mover.key - ${placesPerFriend}::bigint
        where mover.friends < ${inviteTarget}::smallint
      returning seat, key, friends
    ), corrected as (
      insert into waitlist_rank_delta (pos, d)
      select pos, d from moved, lateral (values
        (case when friends = 1 then seat else key + ${placesPerFriend}::bigint end, -1),
        (key, 1)) as correction (pos, d)
    )
    select friends from moved`.execute(db)
  return rows[0]?.friends ?? null
}

/** Makes the seat of an entry that has just been deleted a gap; everybody behind it moves up by one. */
export async function insertGap(db: Db, seat: number): Promise<void> {
  await sql`
    with mover as (delete from waitlist_mover where seat = ${seat} returning key),
    gap as (insert into waitlist_gap (seat) values (${seat}))
    -- a mover's +1 at the key goes; its −1 at the seat becomes the gap's
    insert into waitlist_rank_delta (pos, d) values (coalesce((select key from mover), ${seat}::bigint), -1)`.execute(db)
}

/** The next seat, for a statement that stores who takes it. Seats are drawn in the order of joining and never given twice. */
export const nextSeatExpr = sql<number>`nextval('waitlist_seat')`

/** Draws the next seat for nobody, as a join does that fails afterwards. */
export async function burnSeat(db: Db): Promise<number> {
  const { rows } = await sql<{ seat: number }>`select ${nextSeatExpr} as seat`.execute(db)
  const [row] = rows
  if (!row) throw new Error('nextval answered no row')
  return row.seat
}

/** Folds up to `most` corrections into the sums; one folder at a time, others answer 0 at once. Answers how many were folded. */
export async function compactDeltas(db: Db, limit = 20_000): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with turn as materialized (select pg_try_advisory_xact_lock(hashtextextended('waitlist fold', 0)) as mine),
    gone as (
      delete from waitlist_rank_delta
      where (select mine from turn) and ctid = any (array(select ctid from waitlist_rank_delta limit ${limit}))
      returning pos, d
    ), sums as (
      select 1::smallint as level, pos >> 8 as node, sum(d) as n from gone group by 2
      union all select 2::smallint, pos >> 16, sum(d) from gone group by 2
    ), stored as (
      insert into waitlist_rank_node (level, node, n) select level, node, n from sums where n <> 0 order by 1, 2
      on conflict (level, node) do update set n = waitlist_rank_node.n + excluded.n
    )
    select count(*) as folded from gone`.execute(db)
  return rows[0]?.folded ?? 0
}

/**
 * Records the seats up to `seat` that were drawn and never stored (a join that failed, a crash) as gaps. Only for seats whose joins
 * have all ended. Takes at most `most` seats; answers how many gaps it found and whether there is more to look at.
 */
export async function insertMissingGaps(db: Db, seat: number, limit = 100_000): Promise<{ found: number; done: boolean }> {
  const { rows } = await sql<{ found: number; done: boolean }>`
    with span as materialized (
      select seat + 1 as first, least(seat + ${limit}::bigint, ${seat}::bigint) as last from waitlist_reconciled for update
    ), missing as (
      insert into waitlist_gap (seat)
      select drawn from span, generate_series(span.first, span.last) as drawn
      where not exists (select from waitlist_signup where waitlist_signup.seat = drawn)
      on conflict do nothing
      returning seat
    ), corrected as (
      insert into waitlist_rank_delta (pos, d) select seat, -1 from missing
    ), noted as (
      update waitlist_reconciled set seat = greatest(waitlist_reconciled.seat, span.last) from span
    )
    select (select count(*) from missing) as found, (select last from span) >= ${seat}::bigint as done`.execute(db)
  return rows[0] ?? { found: 0, done: true }
}

/** The last seat whose join, and every join before it, ended long ago: nobody's transaction runs for ten minutes. */
export async function lastSettledSeat(db: Db): Promise<number> {
  const { rows } = await sql<{ seat: number | null }>`
    select seat from waitlist_signup where seat > (select seat from waitlist_reconciled)
      and created_at < now() - interval '10 minutes' order by seat desc limit 1`.execute(db)
  return rows[0]?.seat ?? 0
}

/**
 * Takes back the seats that a crash of Postgres skipped (a sequence is logged 32 ahead), so that the next one follows the last that
 * is held or a gap, and records the gaps before it. Only while nobody is joining: a seat that is drawn but not yet stored would be
 * given twice.
 */
export async function resetSeatSequence(db: Db): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select greatest((select max(seat) from waitlist_signup), (select max(seat) from waitlist_gap), 0) as last`.execute(db)
  const last = rows[0]?.last ?? 0
  await sql`select setval('waitlist_seat', greatest(${last}::bigint, 1), ${last}::bigint > 0)`.execute(db)
  while (!(await insertMissingGaps(db, last)).done);
}
