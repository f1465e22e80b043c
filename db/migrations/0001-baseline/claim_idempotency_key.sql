-- Returns true if the key was free or has expired. Waits for the transaction of a concurrent claim.
create function claim_idempotency_key(new_key_hash text, new_input_hash text, new_effect_id uuid, lifetime interval)
returns boolean language plpgsql as $$
begin
  insert into idempotency_key as existing (key_hash, input_hash, effect_id)
  values (new_key_hash, new_input_hash, new_effect_id)
  on conflict (key_hash) do update
    set input_hash = excluded.input_hash, effect_id = excluded.effect_id, created_at = excluded.created_at
    where existing.created_at < now() - lifetime;
  return found;
end $$
