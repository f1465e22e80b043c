import { emailMaxLength, normalizeEmail } from '@duo/platform/shared/email.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { type Membership, optionalCodePattern, type ReviewReason, repairCode } from './rules.ts'

/** Lifetimes in jose's format; tickets.ts explains the purposes. */
export const ticketLifetimes = {
  /** Long enough for the survey; later the mailed link replaces it. */
  joined: '7d',
  member: '30d',
  own: '1d',
  confirm: '30d',
  /** Mails are kept for long, and unsubscribing must work. */
  unsubscribe: '365d',
} as const

/** Joins per network: wide enough for an auditorium, narrow enough to stop a script. */
export const joinLimit = { name: 'waitlist_join', points: 300, sitePoints: 3_000, seconds: 600 }

/** Also for the place in the header of every page, and for pages that ask a few times what became of a mail. */
export const memberLimit = { name: 'waitlist_member', points: 3_000, seconds: 600 }

export const linkLimit = { name: 'waitlist_link', points: 20, sitePoints: 400, seconds: 600 }

/** Mails with a personal link per entry, so that no form can flood a mailbox. */
export const reminderLimit = { name: 'waitlist_reminder', points: 3, seconds: 3600 }

export const quietReminderLimit = { name: 'waitlist_reminder_quiet', points: 1, seconds: 86_400 }

/** Normalizes an e-mail. Fails with `invalid_email`. */
export const emailSchema = z
  .string('invalid_email')
  .max(emailMaxLength, 'invalid_email')
  .transform((input, ctx) => {
    const email = normalizeEmail(input)
    if (email !== null) return email
    ctx.addIssue({ code: 'custom', message: 'invalid_email' })
    return z.NEVER
  })

export const joinInput = z.object({
  email: emailSchema,
  language: z.enum(locales, 'invalid_language'),
  /** Repaired (`repairCode`); an empty or absent code is none. An unknown code is a refusal, not an input error. */
  invitedByCode: z
    .string('invalid_code')
    .overwrite(repairCode)
    // one pattern instead of a union, which generators of clients cannot express
    .regex(optionalCodePattern, 'invalid_code')
    .transform((code) => code || null)
    .nullable()
    .default(null),
  honeypot: z.string('invalid').max(1000, 'invalid').optional(),
  /** Time from opening the page to sending the form, ms; absent without scripts. */
  fillTimeMs: z.number('invalid').nonnegative('invalid').optional(),
})
export type JoinInput = z.infer<typeof joinInput>
export type JoinCall = z.input<typeof joinInput>

/** The fields of the join's form, as a browser without scripts posts them. */
export const joinForm = z.object({
  email: z.string(),
  invitedByCode: z.string().optional(),
  /** Set by the button that joins without the invitation. */
  without: z.string().optional(),
  /** The honeypot, under a name that robots fill in. */
  website: z.string().optional(),
  /** Absent in the cached form; any other text counts as none. */
  key: z.uuid().optional().catch(undefined),
})

/** A refusal is data, so that the compiler makes every screen handle it. `mailed` is false without a mail server. */
export type JoinResult =
  | { error: null; userExists: false; message: string; data: Membership; ticket: string; mailed: boolean }
  | { error: null; userExists: true; message: string; data: null; ticket: null; mailed: boolean }
  | { error: 'invalid_code'; userExists: false; message: string; data: null; ticket: null; mailed: false }

export const ticketInput = z.object({ ticket: z.string('invalid_ticket').min(1, 'invalid_ticket').max(2000, 'invalid_ticket') })

/** `key`: UUID under which the same page gets the same response again. */
export const confirmInput = ticketInput.extend({ key: z.uuid('invalid').optional() })

export const linkInput = z.object({ email: emailSchema })

export interface InvalidTicket {
  error: 'invalid_ticket'
}

export type ConfirmResult = InvalidTicket | { error: 'already_confirmed' } | { error: null; ticket: string }

export type SendLinkOfResult = InvalidTicket | { error: null; mailed: boolean }

export interface Friend {
  /** `a•••@g•••.com`; null after the friend has left. */
  name: string | null
  state: 'counted' | 'waiting' | 'not_counted'
  reason: `review_${ReviewReason}` | 'refused' | 'repeated' | 'goal_reached' | null
  /** ISO 8601, as below. Tells apart friends with the same masked address. */
  joinedAt: string | null
  /** ISO 8601 time of the join (`waiting`) or the confirmation; null after the friend has left. */
  since: string | null
}

export type HistoryEvent = { at: string } & (
  | { kind: 'joined'; position: number }
  | { kind: 'confirmed' }
  | { kind: 'friend_counted'; from: number; to: number; friends: number }
  | { kind: 'goal_reached' }
  | { kind: 'invited' }
  | { kind: 'unsubscribed' }
  | { kind: 'subscribed' }
)

/** `position = joinedAs − gained + others`: on joining, gained by counted friends, and changed by other members. */
export interface Explanation {
  joinedAs: number
  gained: number
  others: number
  placesPerFriend: number
}

export interface Standing extends Membership {
  email: string
  referral_link: string
  /** Friends who confirmed, and whose credit a person looks at first. */
  inReview: number
  /** ISO 8601 time of the invitation to the beta. */
  invitedAt: string | null
}

export interface WaitlistStatus extends Standing {
  confirmed: boolean
  joinedAt: string
  explanation: Explanation
  /** Members ahead who have been invited to the beta; at `invitedAheadMax`, that many or more. */
  invitedAhead: number
  friends: Friend[]
  /** Newest first: the newest 50, and all that explain the position. */
  history: HistoryEvent[]
  mails: boolean
  /** The mail server has refused the address for good, and accepted no mail to it since. */
  mailRefused: boolean
  /** Whether the ticket came by mail, which export and deletion require once the address is confirmed. */
  proven: boolean
}

/** For the browser that entered a confirmed address: it may belong to another person, so no friends and no history. */
export interface MembershipStatus extends Standing {
  confirmed: true
  proven: false
}
export interface OwnStatus extends WaitlistStatus {
  ticket: string
}
export type StatusResult = InvalidTicket | { error: null; status: WaitlistStatus | MembershipStatus }

export interface LinkResult {
  error: null
  message: string
  mailed: boolean
}

/** `needs_mail`: the entry is confirmed, so the ticket must come from a mail. */
export type EraseResult = InvalidTicket | { error: 'needs_mail' } | { error: null }
export type DownloadResult = InvalidTicket | { error: 'needs_mail' } | { error: null; entry: Record<string, unknown> }
/** `isInvited`: to the beta, which needs no mail any more. */
export type UnsubscribeResult = InvalidTicket | { error: null; isInvited: boolean }
export type SubscribeResult = InvalidTicket | { error: 'needs_mail' } | { error: null }
