import { type Kysely, sql } from 'kysely'

/**
 * A join in one round trip (docs/decisions/0013). Each statement of a plpgsql function sees earlier commits, so the statement after
 * the lock finds the entry of the previous holder. Plans are cached per connection.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await position(db)
  await claim(db)
  await join(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function waitlist_join, claim_idempotency_key, waitlist_position`.execute(db)
}

/**
 * Order statistics without counting (docs/decisions/0013). An entry sorts by its key: seat − 100 × counted friends. On a tie,
 * entries that moved there come first: their `tie_break` is their seat, that of all others the largest number.
 * A position is the key plus the sum of corrections below it: +1 at the key and −1 at the seat of each moved entry, −1 at a gap.
 * Corrections are appended to a log and compacted every second into sums over blocks of 256 and 65,536 positions; in the last
 * block, moved entries and gaps are counted. This reads some hundred rows, whatever the length of the list.
 */
const position = (db: Kysely<unknown>) =>
  sql`
    create function waitlist_position(sort_key bigint, tie_break bigint) returns bigint language plpgsql stable as $$
    begin
      -- the parameters are read through \`target\` alone: with them in the conditions, Postgres would plan every call again
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
    end $$`.execute(db)

/** Returns true if the key was free or has expired. Waits for the transaction of a concurrent claim. */
const claim = (db: Kysely<unknown>) =>
  sql`
    create function claim_idempotency_key(new_key_hash text, new_input_hash text, new_effect_id uuid, lifetime interval)
    returns boolean language plpgsql as $$
    begin
      insert into idempotency_key as existing (key_hash, input_hash, effect_id)
      values (new_key_hash, new_input_hash, new_effect_id)
      on conflict (key_hash) do update
        set input_hash = excluded.input_hash, effect_id = excluded.effect_id, created_at = excluded.created_at
        where existing.created_at < now() - lifetime;
      return found;
    end $$`.execute(db)

const join = (db: Kysely<unknown>) =>
  sql`
    create function waitlist_join(
      new_id uuid, new_email text, new_language text, new_code text, new_user_agent text, new_mailbox_hash text,
      new_network_hash text, new_domain_hash text, network_days integer,
      -- null without an invitation; the signals then do not matter
      inviter_code text, max_friends integer, signals text[],
      -- null for a call without an idempotency key
      new_key_hash text, new_input_hash text, key_lifetime interval,
      new_event_id uuid,
      out outcome text, out entry_id uuid, out joined_position bigint, out entry_unsubscribed_at timestamptz
    ) language plpgsql as $$
    declare
      -- sorts an entry that never moved behind those that moved to its key
      no_tie_break constant bigint := 9007199254740991;
      inviter uuid;
      new_seat bigint;
    begin
      -- the unique address alone would not do: of two joins at once both would draw a seat, and the second would leave a gap
      perform pg_advisory_xact_lock(hashtextextended(new_email, 0));

      if new_key_hash is not null and not claim_idempotency_key(new_key_hash, new_input_hash, new_id, key_lifetime) then
        outcome := 'repeated';
        return;
      end if;

      if inviter_code is not null then
        -- locked against erasure until the commit, because the entry refers to it
        select signup.id into inviter
          from waitlist_signup as signup left join waitlist_advanced_seat as mover on mover.seat = signup.seat
          where signup.referral_code = inviter_code and coalesce(mover.friends, 0) < max_friends
          for key share of signup;
        if not found then
          outcome := 'invalid_code';
          return;
        end if;
        if exists (select from waitlist_signup where mailbox_hash = new_mailbox_hash) then
          signals := array_prepend('same_mailbox', signals);
        end if;
      end if;

      select id, unsubscribed_at into entry_id, entry_unsubscribed_at from waitlist_signup where email = new_email;
      if found then
        outcome := 'exists';
        return;
      end if;

      new_seat := nextval('waitlist_seat');
      joined_position := waitlist_position(new_seat, no_tie_break);
      insert into waitlist_signup
        (id, email, language, seat, referral_code, invited_by, user_agent, mailbox_hash, fraud_signals)
        values (new_id, new_email, new_language, new_seat, new_code, inviter, new_user_agent, new_mailbox_hash,
          case when inviter is null then '{}' else signals end);
      if new_network_hash is not null then
        insert into waitlist_network (signup_id, hash, domain_hash, expires_at)
          values (new_id, new_network_hash, new_domain_hash, now() + make_interval(days => network_days));
      end if;
      insert into waitlist_event (id, signup_id, kind, data)
        values (new_event_id, new_id, 'joined', jsonb_build_object('position', joined_position));
      outcome := 'joined';
      entry_id := new_id;
    end $$`.execute(db)
