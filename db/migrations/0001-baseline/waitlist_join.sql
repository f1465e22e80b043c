-- A join in one round trip (docs/decisions/0013). Each statement of a plpgsql function sees earlier commits, so the statement after the
-- lock finds the entry of the previous holder. Plans are cached per connection.
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
end $$
