import type { Db } from '@duo/db/index.ts'
import type { WaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { type IdempotentCall, keyLifetime } from '@duo/platform/server/idempotency.ts'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { inviteTarget, networkHashDays } from '../../rules.ts'

type NewSignup = Pick<WaitlistSignup, 'id' | 'email' | 'language' | 'referral_code' | 'user_agent' | 'fraud_signals'> & {
  mailbox_hash: string
  /** Keyed hashes of the network (null without an IP) and of the mailbox's domain. */
  network: string | null
  domain: string | null
  inviterCode: string | null
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
  const { rows } = await sql<JoinRow>`
    with stored as materialized (select * from waitlist_join(
      new_id => ${entry.id}, new_email => ${entry.email}, new_language => ${entry.language}, new_code => ${entry.referral_code},
      new_user_agent => ${entry.user_agent}, new_mailbox_hash => ${entry.mailbox_hash},
      new_network_hash => ${entry.network}, new_domain_hash => ${entry.domain}, network_days => ${networkHashDays},
      inviter_code => ${entry.inviterCode}, max_friends => ${inviteTarget}, signals => ${entry.fraud_signals},
      new_key_hash => ${call?.keyHash ?? null}, new_input_hash => ${call?.inputHash ?? null}, key_lifetime => ${keyLifetime},
      new_event_id => ${uuid()})
    ), mail as (${mail})
    select * from stored`.execute(db)
  const [row] = rows
  if (!row) throw new Error('waitlist_join returned no row')
  const { outcome, entry_id: id, entry_unsubscribed_at: unsubscribedAt } = row
  if (outcome === 'joined') return { outcome, position: row.joined_position }
  return outcome === 'exists' ? { outcome, existing: { id, unsubscribedAt } } : { outcome }
}
