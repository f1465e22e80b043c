import type { Db } from '@duo/db/index.ts'
import type { WaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { networkHashDays } from '../../rules.ts'
import { newSeatExpr, nextSeatExpr, positionExpr } from '../position/position-queries.ts'

/** What is stored about somebody who joins. */
type NewSignup = Pick<
  WaitlistSignup,
  'id' | 'email' | 'language' | 'referral_code' | 'invited_by' | 'user_agent' | 'suspicion'
> & {
  mailbox_hash: string
  /** Keyed hashes of the block of network addresses that an invited person joined from (null where there is no address) and of the mailbox's domain. */
  network: string | null
  domain: string | null
}

/** Where the new entry stands, or the entry that has had the address before. */
type InsertResult =
  | { position: number; existing: null }
  | { position: null; existing: { id: string; unsubscribedAt: Date | null } }

interface InsertRow {
  position: number | null
  id: string
  unsubscribed_at: Date | null
}

/**
 * Puts an address on the list, or answers the entry that has it. One statement draws the seat and stores the entry, the block and the event
 * with the position: it goes to the database and back once, which costs a join more than most of its parts do. Take the address's turn in an earlier statement of the same transaction: two that did not would both draw a seat, and the unique address, the
 * last word, would fail the second.
 */
export async function insertSignup(db: Db, entry: NewSignup): Promise<InsertResult> {
  const { rows } = await sql<InsertRow>`
    with existing as materialized (
      select id, unsubscribed_at from waitlist_signup where email = ${entry.email}
    ), drawn as materialized (
      select ${nextSeatExpr} as seat where not exists (select from existing)
    ), new_position as materialized (
      ${positionExpr(newSeatExpr('drawn'))}
    ), stored as (
      insert into waitlist_signup (id, email, language, seat, referral_code, invited_by, user_agent, mailbox_hash, suspicion)
      select ${entry.id}::uuid, ${entry.email}, ${entry.language}, seat, ${entry.referral_code}, ${entry.invited_by}::uuid,
        ${entry.user_agent}, ${entry.mailbox_hash}, ${entry.suspicion}::text[]
      from drawn
    ), network as (
      insert into waitlist_address (signup_id, hash, domain_hash, expires_at)
      select ${entry.id}::uuid, hash, ${entry.domain}::text, now() + ${networkHashDays} * interval '1 day'
      from drawn, (values (${entry.network}::text)) as network (hash)
      where hash is not null
    ), event as (
      insert into waitlist_event (id, signup_id, kind, data)
      select ${uuid()}::uuid, ${entry.id}::uuid, 'joined', jsonb_build_object('position', position) from new_position
    )
    select position, ${entry.id}::uuid as id, null as unsubscribed_at from new_position
    union all select null, id, unsubscribed_at from existing`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an address is either new or on the list')
  const { position, id, unsubscribed_at: unsubscribedAt } = row
  return position === null ? { position, existing: { id, unsubscribedAt } } : { position, existing: null }
}
