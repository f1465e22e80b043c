import { defineJob, type JobContext } from '@duo/platform/server/jobs/job.ts'
import { type Mailer, sendNoting } from '@duo/platform/server/mail/mail.ts'
import { mayBeMailed } from '@duo/platform/server/mail/mail-allowance.ts'
import { issueMailCode } from '@duo/platform/server/mail/mail-codes.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { z } from 'zod'
import { confirmLink, confirmPath, oneClickLink, referralLink, statusLink, statusPath, unsubscribeLink } from '../../rules.ts'
import { ticketLifetimes } from '../../schema.ts'
import { ticketPurposes } from '../../tickets.ts'
import { findPosition } from '../position/position-queries.ts'
import * as queries from '../signup-queries.ts'
import * as emails from './templates.ts'

export interface MailContext extends Pick<AppContext, 'db' | 'publicUrl' | 'rateLimit' | 'secret' | 'studio'> {
  mailer: Mailer
}

type Entry = NonNullable<Awaited<ReturnType<typeof queries.findSignup>>>
type Purpose = keyof typeof ticketPurposes
type BuildMail = (about: emails.MailProps, entry: Entry) => Promise<emails.MailText>

const signupId = z.uuid()

/** Signs links when a mail is sent, so that no readable ticket is stored. */
async function buildMailProps(
  { db, publicUrl, secret }: MailContext,
  entry: Entry,
): Promise<emails.MailProps & { oneClick: string }> {
  const sign = (purpose: Exclude<Purpose, 'joined'>) =>
    signTicket(secret, {
      purpose: ticketPurposes[purpose],
      subject: entry.id,
      expiresIn: ticketLifetimes[purpose],
      // tickets that only confirm or unsubscribe are not revoked
      generation: purpose === 'member' ? entry.ticketGeneration : 0,
    })
  const { language } = entry
  const unsubscribeTicket = await sign('unsubscribe')
  const purpose = entry.confirmedAt === null ? 'confirm' : 'member'
  const { token, code } = await issueMailCode(
    { db, secret },
    { page: purpose === 'confirm' ? confirmPath : statusPath, token: await sign(purpose) },
    ticketLifetimes[purpose],
  )
  return {
    position: (await findPosition(db, entry.id)) ?? entry.seat,
    friends: entry.confirmedFriends,
    isInvited: entry.invitedAt !== null,
    confirmLink: purpose === 'confirm' ? confirmLink(publicUrl, language, token) : null,
    statusLink: statusLink(publicUrl, language, purpose === 'member' ? token : await sign('member')),
    code,
    referralLink: referralLink(publicUrl, entry.referralCode),
    unsubscribeLink: unsubscribeLink(publicUrl, language, unsubscribeTicket),
    oneClick: oneClickLink(publicUrl, unsubscribeTicket),
    publicUrl,
  }
}

type Cause = 'asked for' | 'friend' | 'invitation' | 'reminder' | 'place'

/** What a person did since the mail was enqueued counts: news goes only to confirmed members, reminders to others, both to who accepts mails. */
function isWanted({ confirmedAt, unsubscribedAt, invitedAt }: Entry, cause: Cause): boolean {
  if (cause === 'asked for') return true
  if (unsubscribedAt !== null) return false
  if (cause === 'reminder') return confirmedAt === null
  return confirmedAt !== null && (cause !== 'place' || invitedAt === null)
}

/** Skips deleted entries. */
async function sendEntryMail(context: MailContext, id: string, job: JobContext, cause: Cause, build: BuildMail) {
  const entry = await queries.findSignup(context.db, id)
  if (!entry || !isWanted(entry, cause)) return
  if (cause !== 'invitation' && !(await mayBeMailed(context, entry.email, job))) return
  const { messageId } = job
  const { oneClick, ...about } = await buildMailProps(context, entry)
  const headers = { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  const mail = { to: entry.email, messageId, headers, ...(await build(about, entry)) }
  await sendNoting(context.mailer, mail, (isRefused) => queries.noteRefusal(context.db, id, isRefused))
}

export const welcomeMail = defineJob({
  name: 'waitlist.welcome',
  payload: z.object({ signupId, kind: z.enum(['joined', 'already_there']) }),
  run: (context: MailContext, { signupId: id, kind }, job) =>
    sendEntryMail(context, id, job, 'asked for', (about, { language }) =>
      kind === 'joined' && about.confirmLink !== null
        ? emails.welcome({ ...about, confirmLink: about.confirmLink }, language)
        : emails.link({ ...about, kind: 'already_there' }, language),
    ),
})

export const linkMail = defineJob({
  name: 'waitlist.link',
  payload: z.object({ signupId, kind: z.literal('asked') }),
  run: (context: MailContext, { signupId: id, kind }, job) =>
    sendEntryMail(context, id, job, 'asked for', (about, { language }) => emails.link({ ...about, kind }, language)),
})

/** `hasMoved` is missing in mails that an earlier version enqueued, which were all about a move. */
export const friendMail = defineJob({
  name: 'waitlist.friend',
  payload: z.object({ signupId, friends: z.int().positive(), hasMoved: z.boolean().optional() }),
  run: (context: MailContext, { signupId: id, friends, hasMoved = true }, job) =>
    sendEntryMail(context, id, job, 'friend', (about, { language }) => emails.friend({ ...about, friends, hasMoved }, language)),
})

export const betaInvitationMail = defineJob({
  name: 'waitlist.beta',
  payload: z.object({ signupId }),
  run: (context: MailContext, { signupId: id }, job) =>
    sendEntryMail(context, id, job, 'invitation', (about, { language, userId, email }) =>
      emails.beta({ ...about, email, hasAccount: userId !== null, studio: context.studio.access }, language),
    ),
})

export const confirmReminderMail = defineJob({
  name: 'waitlist.reminder',
  payload: z.object({ signupId, isLast: z.boolean() }),
  run: (context: MailContext, { signupId: id, isLast }, job) =>
    sendEntryMail(context, id, job, 'reminder', (about, { language }) => emails.reminder({ ...about, isLast }, language)),
})

export const placeMail = defineJob({
  name: 'waitlist.place',
  payload: z.object({ signupId }),
  run: (context: MailContext, { signupId: id }, job) =>
    sendEntryMail(context, id, job, 'place', (about, { language }) => emails.place(about, language)),
})
