import type { Db } from '@duo/db/index.ts'
import type { WaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { type IdempotentCall, keyLifetime } from '@duo/platform/server/idempotency.ts'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { inviteTarget, networkHashDays } from '../../rules.ts'

/** Columns that the function fills in, or that are set after a join. */
type LaterColumn =
  | 'seat'
  | 'invited_by'
  | 'confirmed_at'
  | 'credit'
  | 'invited_at'
  | 'wave'
  | 'unsubscribed_at'
  | 'user_id'
  | 'ticket_generation'
  | 'confirm_key_hash'
  | 'created_at'

/** All other columns: a new one does not compile until the join stores it, or it is listed above. */
type NewSignup = Omit<WaitlistSignup, LaterColumn> & {
  mailbox_hash: string
  /** Keyed hashes of the network (null without an IP) and of the mailbox's domain. */
  network: string | null
  domain: string | null
  inviterCode: string | null
}

/** The parameters of the SQL function `waitlist_join`, by name. A new column does not compile until it is one of them. */
function parametersOf(entry: NewSignup, call: IdempotentCall | null): Record<string, unknown> {
  const {
    id,
    email,
    language,
    referral_code,
    user_agent,
    mailbox_hash,
    fraud_signals,
    network,
    domain,
    inviterCode,
    ...missing
  } = entry
  missing satisfies Record<string, never>
  return {
    new_id: id,
    new_email: email,
    new_language: language,
    new_code: referral_code,
    new_user_agent: user_agent,
    new_mailbox_hash: mailbox_hash,
    new_network_hash: network,
    new_domain_hash: domain,
    network_days: networkHashDays,
    inviter_code: inviterCode,
    max_friends: inviteTarget,
    signals: fraud_signals,
    new_key_hash: call?.keyHash ?? null,
    new_input_hash: call?.inputHash ?? null,
    key_lifetime: keyLifetime,
    new_event_id: uuid(),
  }
}

type StoredJoin =
  | { outcome: 'joined'; position: number }
  | { outcome: 'exists'; existing: { id: string; unsubscribedAt: Date | null } }
  | { outcome: 'invalid_code' }
  /** An earlier call had the idempotency key; nothing is stored. */
  | { outcome: 'repeated' }

interface JoinRow {
  outcome: StoredJoin['outcome']
  entry_id: string
  joined_position: number
  entry_unsubscribed_at: Date | null
}

/** The part of the statement that enqueues the mail. */
export type JoinMail = RawBuilder<unknown>

/** The condition for the mail of a new entry, within the statement that stores it. */
export const isJoined = sql<boolean>`(select outcome = 'joined' from stored)`

/**
 * Locks the e-mail, claims the key, checks the invitation, stores the entry with its event and enqueues its mail, in one round trip.
 * The statement commits alone, or belongs to the caller's transaction.
 */
export async function insertSignup(
  db: Db,
  entry: NewSignup,
  { call, mail }: { call: IdempotentCall | null; mail: JoinMail },
): Promise<StoredJoin> {
  const parameters = Object.entries(parametersOf(entry, call)).map(([name, value]) => sql`${sql.id(name)} => ${value}`)
  const { rows } = await sql<JoinRow>`
    with stored as materialized (select * from waitlist_join(${sql.join(parameters)})
    ), mail as (${mail})
    select * from stored`.execute(db)
  const [row] = rows
  if (!row) throw new Error('waitlist_join returned no row')
  const { outcome, entry_id: id, entry_unsubscribed_at: unsubscribedAt } = row
  if (outcome === 'joined') return { outcome, position: row.joined_position }
  return outcome === 'exists' ? { outcome, existing: { id, unsubscribedAt } } : { outcome }
}
