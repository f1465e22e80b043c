import type { Db } from '@duo/db/index.ts'
import type { WaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { networkHashDays } from '../../rules.ts'
import { newSeatExpr, nextSeatExpr, positionExpr } from '../position/position-queries.ts'

type NewSignup = Pick<
  WaitlistSignup,
  'id' | 'email' | 'language' | 'referral_code' | 'invited_by' | 'user_agent' | 'fraud_signals'
> & {
  mailbox_hash: string
  /** Keyed hashes of the network (null without an IP) and of the mailbox's domain. */
  network: string | null
  domain: string | null
}

type InsertResult =
  | { position: number; existing: null }
  | { position: null; existing: { id: string; unsubscribedAt: Date | null } }

interface InsertRow {
  position: number | null
  id: string
  unsubscribed_at: Date | null
}

/**
 * Inserts the entry with its event in one round trip, which dominates the cost of a join. Call `acquireLocks` first, in the same
 * transaction: otherwise a concurrent join would draw a second seat and fail on the unique e-mail.
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
      insert into waitlist_signup (id, email, language, seat, referral_code, invited_by, user_agent, mailbox_hash, fraud_signals)
      select ${entry.id}::uuid, ${entry.email}, ${entry.language}, seat, ${entry.referral_code}, ${entry.invited_by}::uuid,
        ${entry.user_agent}, ${entry.mailbox_hash}, ${entry.fraud_signals}::text[]
      from drawn
    ), network as (
      insert into waitlist_network (signup_id, hash, domain_hash, expires_at)
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
  if (!row) throw new Error('an e-mail is either new or on the list')
  const { position, id, unsubscribed_at: unsubscribedAt } = row
  return position === null ? { position, existing: { id, unsubscribedAt } } : { position, existing: null }
}
