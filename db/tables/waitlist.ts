import type { Generated, Insertable, Selectable } from 'kysely'
import type { CreatedAt, JsonObject } from './columns.ts'

export interface WaitlistTables {
  waitlist_address: WaitlistAddressTable
  waitlist_credit: WaitlistCreditTable
  waitlist_event: WaitlistEventTable
  waitlist_gap: WaitlistGapTable
  waitlist_mover: WaitlistMoverTable
  waitlist_rank_delta: WaitlistRankDeltaTable
  waitlist_rank_node: WaitlistRankNodeTable
  waitlist_reconciled: WaitlistReconciledTable
  waitlist_signup: WaitlistSignupTable
  waitlist_wave: WaitlistWaveTable
}

export interface WaitlistSignupTable {
  /** UUIDv7, made by the app. */
  id: string
  /** Normalised by the app: trimmed, lower case. */
  email: string
  language: 'en' | 'pt'
  /** Drawn from the sequence `waitlist_seat`: the order of joining. */
  seat: number
  referral_code: string
  invited_by: string | null
  user_agent: Generated<string>
  confirmed_at: Date | null
  /** Keyed hash of the mailbox behind the address (dots and plus tags do not make a new one); null for entries from before it was kept. */
  mailbox_hash: string | null
  /** Why the entry's credit to its inviter waits for review; empty when nothing is odd. Reasons as in waitlist/rules.ts. */
  suspicion: Generated<string[]>
  /** What became of the credit to the inviter once the entry was confirmed; null before, and without an inviter. */
  credit: 'counted' | 'review' | 'refused' | 'repeated' | 'goal_reached' | null
  /** When a wave let this person in. */
  invited_at: Date | null
  wave: string | null
  /** When the person asked for no more mails. */
  unsubscribed_at: Date | null
  /** The account that claimed the entry: it has the same, confirmed address. */
  user_id: string | null
  /** Tickets of another generation open the entry no more. */
  ticket_generation: Generated<number>
  /** Keyed hash of the key of the page that confirmed; null for who was confirmed otherwise. */
  confirm_key_hash: string | null
  created_at: CreatedAt
}

/** Somebody whose confirmed friends moved them ahead: their place in the order is (key, seat), everybody else's (seat, seat). */
export interface WaitlistMoverTable {
  seat: number
  key: number
  /** Friends that count, 1 to 5. */
  friends: number
}

/** A seat that nobody holds: erased, or drawn by a join that failed. */
export interface WaitlistGapTable {
  seat: number
}

/** Sums of folded corrections: level 1 over 256 positions, level 2 over 65,536. */
export interface WaitlistRankNodeTable {
  level: number
  node: number
  n: number
}

/** One row: up to which seat every unheld one is known to be a gap. */
export interface WaitlistReconciledTable {
  seat: number
}

/** Mailboxes that an inviter has had credit for. It outlives the friend's entry, so that nobody counts twice. */
export interface WaitlistCreditTable {
  inviter_id: string
  mailbox_hash: string
  /** The friend's address block and mail domain, as in `waitlist_address`; null once that is forgotten. */
  block_hash: string | null
  domain_hash: string | null
  created_at: CreatedAt
}

/** From which block of network addresses an invited person joined, as a keyed hash that is deleted after 30 days. */
export interface WaitlistAddressTable {
  signup_id: string
  hash: string
  /** Keyed hash of the mailbox's registrable domain; null where that is a large provider's. */
  domain_hash: string | null
  expires_at: Date
}

/** A wave of invitations to the beta. */
export interface WaitlistWaveTable {
  name: string
  /** People to invite. */
  size: number
  /** The part of them, 0 to 1, taken by counted friends instead of by date of joining. */
  by_referrals: number
  created_at: CreatedAt
  completed_at: Date | null
}

/** One correction of everybody's rank from `pos` on; positions are the seat plus the sum of the corrections below it. */
export interface WaitlistRankDeltaTable {
  pos: number
  d: number
}

/** What happened to a sign-up, only ever added to. */
export interface WaitlistEventTable {
  id: string
  signup_id: string
  kind: string
  data: JsonObject
  created_at: CreatedAt
}

export type WaitlistSignup = Selectable<WaitlistSignupTable>
export type NewWaitlistSignup = Insertable<WaitlistSignupTable>
export type WaitlistEvent = Selectable<WaitlistEventTable>
