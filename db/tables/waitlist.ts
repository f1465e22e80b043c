import type { Generated, Insertable, Selectable } from 'kysely'
import type { CreatedAt, JsonObject } from './columns.ts'
import type { Database } from './index.ts'

declare module './index.ts' {
  interface Database {
    waitlist_signup: {
      id: string
      email: string
      language: 'en' | 'pt'
      /** From the sequence `waitlist_seat`: the order of joining. */
      seat: number
      referral_code: string
      invited_by: string | null
      user_agent: Generated<string>
      confirmed_at: Date | null
      /** Keyed hash of the mailbox, without dots and plus tags; null for entries older than this column. */
      mailbox_hash: string | null
      /** Fraud signals that put the inviter's credit on review (waitlist/rules.ts); usually empty. */
      fraud_signals: Generated<string[]>
      /** Outcome of the inviter's credit; null before confirmation or without an inviter. */
      credit: 'counted' | 'review' | 'refused' | 'repeated' | 'goal_reached' | null
      invited_at: Date | null
      wave: string | null
      unsubscribed_at: Date | null
      /** The account that claimed the entry, with the same confirmed e-mail address. */
      user_id: string | null
      /** Tickets of other generations are void. */
      ticket_generation: Generated<number>
      /** Keyed hash of the confirming page's key; null if confirmed otherwise. */
      confirm_key_hash: string | null
      created_at: CreatedAt
    }

    /** A member advanced by confirmed friends. Sorts by (key, seat), before the member whose seat is the key. */
    waitlist_advanced_seat: {
      seat: number
      key: number
      friends: number
    }

    /** A vacated seat: erased, or drawn by a failed join. */
    waitlist_vacated_seat: {
      seat: number
    }

    /** Prefix sums of compacted corrections: level 1 per 256 positions, level 2 per 65,536. */
    waitlist_position_sum: {
      level: number
      node: number
      total: number
    }

    /** One row: all missing seats up to this one are known gaps. */
    waitlist_reconciliation: {
      seat: number
    }

    /** Mailboxes credited to an inviter. Survives the friend's entry, so that no one counts twice. */
    waitlist_credit: {
      inviter_id: string
      mailbox_hash: string
      /** Hashes of network and mail domain as in `waitlist_network`; null once expired. */
      network_hash: string | null
      domain_hash: string | null
      created_at: CreatedAt
    }

    /** The network that an invited member joined from, as a keyed hash, deleted after 30 days. */
    waitlist_network: {
      signup_id: string
      hash: string
      /** Keyed hash of the mailbox's registrable domain; null for large providers. */
      domain_hash: string | null
      expires_at: Date
    }

    waitlist_wave: {
      name: string
      size: number
      /** Share of the wave, 0 to 1, chosen by friends instead of by position. */
      by_referrals: number
      created_at: CreatedAt
      completed_at: Date | null
    }

    /** Shifts all positions from `position` on by `delta`. A position is the sort key plus all corrections below it. */
    waitlist_position_delta: {
      position: number
      delta: number
    }

    /** The reminders that an entry has been sent, each recorded in the transaction that enqueues it. */
    waitlist_reminder: {
      signup_id: string
      /** 2 after the last reminder to confirm. */
      confirm_step: Generated<number>
      confirm_at: Date | null
      /** The place in the last monthly mail. */
      place: number | null
      place_at: Date | null
    }

    /** The mail server has refused the entry's address for good, and accepted no mail to it since. */
    waitlist_mail_refusal: {
      signup_id: string
      refused_at: CreatedAt
    }

    waitlist_event: {
      id: string
      signup_id: string
      kind: string
      data: JsonObject
      created_at: CreatedAt
    }
  }
}

export type WaitlistSignup = Selectable<Database['waitlist_signup']>
export type NewWaitlistSignup = Insertable<Database['waitlist_signup']>
export type WaitlistEvent = Selectable<Database['waitlist_event']>
