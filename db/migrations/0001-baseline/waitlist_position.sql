-- Order statistics without counting (docs/decisions/0013). An entry sorts by its key: seat - 100 * counted friends. On a tie, entries
-- that moved there come first: their `tie_break` is their seat, that of all others the largest number.
-- A position is the key plus the sum of corrections below it: +1 at the key and -1 at the seat of each moved entry, -1 at a gap.
-- Corrections are appended to a log and compacted every second into sums over blocks of 256 and 65,536 positions; in the last block,
-- moved entries and gaps are counted. This reads some hundred rows, whatever the length of the list.
create function waitlist_position(sort_key bigint, tie_break bigint) returns bigint language plpgsql stable as $$
begin
  -- the parameters are read through `target` alone: with them in the conditions, Postgres would plan every call again
  return (
    with target as materialized (select sort_key as key, tie_break as tie, (sort_key >> 8) << 8 as block)
    select 1 + greatest(target.key - 1, 0)
      + (select coalesce(sum(total), 0)::bigint from waitlist_position_sum
          where level = 2 and node < (select key >> 16 from target))
      + (select coalesce(sum(total), 0)::bigint from waitlist_position_sum
          where level = 1 and node >= (select (key >> 16) << 8 from target) and node < (select key >> 8 from target))
      + (select coalesce(sum(delta), 0)::bigint from waitlist_position_delta where position < (select block from target))
      + (select count(*) from waitlist_advanced_seat as moved where moved.key >= (select block from target)
          and (moved.key, moved.seat) < ((select key from target), (select tie from target)))
      - (select count(*) from waitlist_advanced_seat
          where seat >= (select block from target) and seat < (select target.key from target))
      - (select count(*) from waitlist_vacated_seat
          where seat >= (select block from target) and seat < (select key from target))
    from target);
end $$
