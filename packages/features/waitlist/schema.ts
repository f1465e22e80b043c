import { locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { emailMaxLength, normalizeEmail } from './rules.ts'

/** How long the browser of a new member may act for the entry without opening a mail. */
export const ticketLifetime = '30d'

/**
 * Joins per address block. Wide enough for a whole auditorium behind one address, narrow enough to stop a script;
 * finer suspicion never blocks a person.
 */
export const joinLimit = { name: 'waitlist_join', points: 300, seconds: 600 }

/** "You are already on the list" mails one entry gets at most, so that the form cannot be used to flood a mailbox. */
export const reminderLimit = { name: 'waitlist_reminder', points: 3, seconds: 3600 }

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
  /** The inviter's referral code, in any letter case. */
  invitedByCode: z
    .string('invalid_code')
    .trim()
    .toUpperCase()
    .regex(/^\w{1,64}$/, 'invalid_code')
    .nullable(),
})
export type JoinInput = z.infer<typeof joinInput>

/** What a member sees of their own entry; the names are the spec's (section 3). */
export interface Membership {
  /** 1 for the first in the list. */
  position: number
  /** Friends still to confirm until priority access. */
  invitesLeft: number
  /** Friends who confirmed. */
  invites_count: number
  referral_code: string
}

/**
 * The answer to a join. A refusal is data, so that the compiler makes every screen handle it. `mailed` is whether the mail goes out now;
 * false where no mail server is set.
 */
export type JoinAnswer =
  | { error: null; userExists: false; message: string; data: Membership; ticket: string; mailed: boolean }
  | { error: null; userExists: true; message: string; data: null; ticket: null; mailed: boolean }
  | { error: 'invalid_code'; userExists: false; message: string; data: null; ticket: null; mailed: false }
