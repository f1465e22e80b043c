import { emailMaxLength, normalizeEmail } from '@duo/platform/shared/email.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { codePattern, type Membership, type ReviewReason } from './rules.ts'

/** How long tickets hold, as jose writes it; what each is for is in waitlist/tickets.ts. */
export const ticketLifetimes = {
  /** The browser that joined: long enough for the survey, then the mail's link takes over. */
  joined: '7d',
  member: '30d',
  /** The same for the page of somebody who is signed in: it comes anew with every visit, and is kept nowhere. */
  own: '1d',
  confirm: '30d',
  /** Mails are kept for long, and the way out of them must work. */
  unsubscribe: '365d',
} as const

/**
 * Joins per address block. Wide enough for a whole auditorium behind one address, narrow enough to stop a script;
 * finer suspicion never blocks a person.
 */
export const joinLimit = { name: 'waitlist_join', points: 300, seconds: 600 }

/** Calls with a ticket, per address block. */
export const memberLimit = { name: 'waitlist_member', points: 600, seconds: 600 }

/** Requests for a status link, per address block: a person needs one or two. */
export const linkLimit = { name: 'waitlist_link', points: 20, seconds: 600 }

/** Mails with a personal link that one entry gets at most, so that no form can be used to flood a mailbox. */
export const reminderLimit = { name: 'waitlist_reminder', points: 3, seconds: 3600 }

/** The same for people who stopped mails. */
export const quietReminderLimit = { name: 'waitlist_reminder_quiet', points: 1, seconds: 86_400 }

/** An address in any writing; parsed to its one stored form (`normalizeEmail`). Fails with `invalid_email`. */
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
  /** The inviter's referral code, in any letter case; an empty one is none. One that we do not know is an answer, not a fault. */
  invitedByCode: z
    .string('invalid_code')
    .trim()
    .toUpperCase()
    .regex(codePattern, 'invalid_code')
    .or(z.literal('').transform(() => null))
    .nullable(),
  /** A field that people do not see; whoever fills it in is a script. */
  trap: z.string('invalid').max(1000, 'invalid').optional(),
  /** Milliseconds between showing the form and sending it, as the browser says; absent without scripts. */
  filledIn: z.number('invalid').nonnegative('invalid').optional(),
})
export type JoinInput = z.infer<typeof joinInput>

/**
 * The answer to a join. A refusal is data, so that the compiler makes every screen handle it. `mailed` is whether the mail goes out now;
 * false where no mail server is set.
 */
export type JoinAnswer =
  | { error: null; userExists: false; message: string; data: Membership; ticket: string; mailed: boolean }
  | { error: null; userExists: true; message: string; data: null; ticket: null; mailed: boolean }
  | { error: 'invalid_code'; userExists: false; message: string; data: null; ticket: null; mailed: false }

/** A ticket of any purpose; whether it is a right one is an answer, not an error of form. */
export const ticketInput = z.object({ ticket: z.string('invalid_ticket').min(1, 'invalid_ticket').max(2000, 'invalid_ticket') })

/** A confirmation; `key` is a UUID of the page that asks, by which it gets the same answer again. */
export const confirmInput = ticketInput.extend({ key: z.uuid('invalid').optional() })

export const linkInput = z.object({ email: emailSchema })

/** The ticket is not ours, has expired, is for something else, or its entry is gone. */
export interface InvalidTicket {
  error: 'invalid_ticket'
}

/** The answer to a confirmation. The ticket opens the status page; a link that was used already opens nothing. */
export type ConfirmAnswer = InvalidTicket | { error: 'already_confirmed' } | { error: null; ticket: string }

/** The answer to a link that was asked for by another one: `mailed` is whether it goes out now. */
export type SendLinkOfAnswer = InvalidTicket | { error: null; mailed: boolean }

/** What became of a friend who joined with somebody's code. */
export interface Friend {
  /** `a•••@g•••.com`; null for friends who have left the list. */
  name: string | null
  state: 'counted' | 'waiting' | 'not_counted'
  /** Why not: still in review (about the mailbox, the network or the form), refused after review, the mailbox has counted before, or the goal had been reached. */
  reason: `review_${ReviewReason}` | 'refused' | 'repeated' | 'goal_reached' | null
  /** When they joined (`waiting`) or confirmed, ISO 8601; null for friends who have left. */
  since: string | null
}

/** What happened to an entry; positions are those of that moment. */
export type HistoryEvent = { at: string } & (
  | { kind: 'joined'; position: number }
  | { kind: 'confirmed' }
  | { kind: 'friend_counted'; from: number; to: number; friends: number }
  | { kind: 'goal_reached' }
  | { kind: 'invited' }
  | { kind: 'unsubscribed' }
  | { kind: 'subscribed' }
)

/**
 * How a position came about: `position = joinedAs − gained + others`. `joinedAs` is the position told on joining, `gained` the places won
 * by counted friends at the moments they counted, `others` what other people's moves have changed since (negative: people ahead left).
 */
export interface Explanation {
  joinedAs: number
  gained: number
  others: number
  /** Places that one counted friend moves somebody ahead, at most. */
  placesPerFriend: number
}

/** Where somebody stands and how they pass it on. */
export interface Standing extends Membership {
  email: string
  referral_link: string
}

export interface WaitlistStatus extends Standing {
  confirmed: boolean
  /** When the person joined, ISO 8601. */
  joinedAt: string
  explanation: Explanation
  /** Newest first, at most 50. */
  friends: Friend[]
  /** Newest first: the newest 50, and what explains the place. */
  history: HistoryEvent[]
  /** When a wave let the person into the beta, ISO 8601. */
  invitedAt: string | null
  /** False once the person asked for no more mails. */
  mails: boolean
  /** Whether the ticket came by mail, which downloading and deleting ask for once the address is confirmed. */
  proven: boolean
}

/**
 * What the browser that typed an address is still told once its owner has confirmed it: no friends, no history. Whoever made a slip, or
 * typed somebody else's address, must not read on in that person's life.
 */
export interface MembershipStatus extends Standing {
  confirmed: true
  proven: false
}
/** The entry of somebody who is signed in, and what opens it as a link out of its mails does. */
export interface OwnStatus extends WaitlistStatus {
  ticket: string
}
export type StatusAnswer = InvalidTicket | { error: null; status: WaitlistStatus | MembershipStatus }

/** The same whether or not the address is on the list. */
export interface LinkAnswer {
  error: null
  message: string
  mailed: boolean
}

/** `needs_mail`: the entry is confirmed, so only a link out of its mails may do this. */
export type EraseAnswer = InvalidTicket | { error: 'needs_mail' } | { error: null }
export type DownloadAnswer = InvalidTicket | { error: 'needs_mail' } | { error: null; entry: Record<string, unknown> }
export type UnsubscribeAnswer = InvalidTicket | { error: null }
/** `needs_mail`: only a link out of the entry's mails may do this. */
export type SubscribeAnswer = InvalidTicket | { error: 'needs_mail' } | { error: null }
