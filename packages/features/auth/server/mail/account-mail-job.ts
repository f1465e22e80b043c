import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { forgetJobs } from '@duo/platform/server/jobs/admin.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import type { Mailer } from '@duo/platform/server/mail/mail.ts'
import { mayBeMailed } from '@duo/platform/server/mail/mail-allowance.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { confirmHours, disputeDays, resetHours, resetHoursAtMost } from '../../schema.ts'
import { recordByServer } from '../events/account-events.ts'
import { insertReset, liveReset, prolongReset } from '../recovery/recovery-queries.ts'
import { lockPerson } from '../user-queries.ts'
import * as queries from './account-mail-queries.ts'
import type { MailKind } from './mail-kind.ts'
import { composeFactorMail, isFactorMail } from './second-factor-mail.ts'
import * as emails from './templates.ts'

interface MailWorld extends Pick<World, 'db' | 'publicUrl' | 'rateLimit' | 'secret' | 'confirmsEmail'> {
  mailer: Mailer
}

/** Mails that a stranger can cause by typing an address; recovery and notices about the account are not counted. */
const anyoneCauses: readonly string[] = ['confirm', 'resend', 'exists', 'change']

type Mail = NonNullable<Awaited<ReturnType<typeof queries.mailById>>>

/**
 * Sends one mail about an account. What it says is looked up now, and its links are made now: nothing that opens an account is ever stored,
 * and whoever asks for a mail cannot tell from the time it takes whether there is an account.
 */
export const accountMail = defineJob({
  name: 'auth.mail',
  payload: z.object({ mailId: z.uuid() }),
  run: async (world: MailWorld, { mailId }, job) => {
    const mail = await queries.mailById(world.db, mailId)
    if (!mail) return
    const text = await compose(world, mail)
    const isAllowed = !text || !anyoneCauses.includes(mail.kind) || (await mayBeMailed(world, mail.email, job))
    if (text && isAllowed) await world.mailer.send({ to: mail.email, messageId: job.messageId, ...text })
    if (text && mail.kind === 'recover' && mail.userId) await recordByServer(world.db, mail.userId, 'recovery_sent')
    await queries.deleteMail(world.db, mailId)
  },
})

interface QueuedMail {
  kind: MailKind
  email: string
  language: Locale
  userId?: string | null
  /** The path of ours that its link leads on to. */
  next?: string | null
  /** The security event that it tells of. */
  eventId?: string | null
}

/** Queues a mail through the given handle, so that it is sent only if the caller's transaction commits. */
export async function queueMail(db: Db, { userId = null, next = null, eventId = null, ...mail }: QueuedMail) {
  const id = uuid()
  await queries.insertMail(db, { id, user_id: userId, next, event_id: eventId, ...mail })
  await enqueue(db, accountMail, { mailId: id })
}

/** Deletes mails that nobody could send within 7 days, at most so many, with their jobs: those would send nothing. Returns how many mails. */
export async function forgetOldMails(db: Db, most: number): Promise<number> {
  const gone = new Set(await queries.forgetMails(db, most))
  if (gone.size > 0) await forgetJobs(db, accountMail, ({ mailId }) => gone.has(mailId))
  return gone.size
}

/** The mail's text; null when there is no longer, or never was, anything to say. */
async function compose(world: MailWorld, mail: Mail): Promise<emails.MailText | null> {
  const { kind, userId, currentEmail, email, userLanguage, next } = mail
  const locale = userLanguage ?? mail.language
  if (kind === 'erased') return emails.erased(world, mail.language)
  if (kind === 'changed') return emails.changed({ ...world, token: await disputeToken(world, mail) }, locale)
  if (!userId) return null
  if (kind === 'change') return composeChange(world, mail, userId, locale)
  if (isFactorMail(kind))
    return composeFactorMail(world, { ...mail, kind, userId }, { locale, notMe: () => disputeToken(world, mail) })
  if (currentEmail !== email) return null
  switch (kind) {
    case 'password':
      return emails.password({ ...world, token: await disputeToken(world, mail) }, locale)
    case 'device':
      return emails.device(
        { ...world, token: await disputeToken(world, mail), userAgent: mail.userAgent ?? '', at: mail.eventAt ?? new Date() },
        locale,
      )
    case 'welcome':
    case 'claimed':
      return emails.welcome({ ...world, name: mail.name ?? '', claimed: kind === 'claimed' }, locale)
    case 'recover': {
      const token = await resetToken(world, { userId, email })
      return token === null ? null : emails.recover({ ...world, token }, locale)
    }
    case 'changing':
      return mail.pendingId === null
        ? null
        : emails.changing({ ...world, token: await cancelToken(world, userId, mail.pendingId) }, locale)
    case 'exists':
      if (mail.confirmed) return emails.exists({ ...world, next }, locale)
      return composeConfirm(world, mail, userId, locale)
    default:
      if (mail.confirmed) return null
      return composeConfirm(world, mail, userId, locale)
  }
}

async function composeConfirm(world: MailWorld, { email, hash, next }: Mail, userId: string, locale: Locale) {
  return emails.confirm({ ...world, token: await confirmToken(world, { userId, email, hash }), next }, locale)
}

/** To the new address, unless another one was asked for since. An account that already has it is told so. */
async function composeChange(world: MailWorld, { email, pendingEmail, pendingId }: Mail, userId: string, locale: Locale) {
  if (pendingEmail !== email) return null
  if (await queries.holderOf(world.db, email)) return emails.exists({ ...world, next: null }, locale)
  return emails.change({ ...world, token: await confirmToken(world, { userId, email, changeId: pendingId }) }, locale)
}

export const confirmPurpose = 'auth.confirm'

/** Stands for an address or a password's hash in a ticket, which is no place for the thing itself. */
export const markOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

type Confirmed = { userId: string; email: string } & ({ hash: string | null } | { changeId: string | null })

/**
 * A link for one address of one account. That of a sign-up names its password too: whoever signs the same address up again, before or
 * after its owner, must not have their password confirmed by the owner's link. That of a change names the change: a change that was
 * cancelled does not come back when the same address is asked for again.
 */
function confirmToken({ secret }: MailWorld, { userId, email, ...of }: Confirmed) {
  const third = 'hash' in of ? markOf(of.hash ?? '') : of.changeId
  const subject = [userId, markOf(email), ...(third === null ? [] : [third])].join('.')
  return signTicket(secret, { purpose: confirmPurpose, subject, expiresIn: `${confirmHours}h` })
}

export const cancelPurpose = 'auth.cancel_change'

/** Cancels one pending change of address, nothing else. */
const cancelToken = ({ secret }: MailWorld, userId: string, changeId: string) =>
  signTicket(secret, { purpose: cancelPurpose, subject: `${userId}.${changeId}`, expiresIn: `${confirmHours}h` })

export const disputePurpose = 'auth.not_me'

/** Says of one security event that it was not the owner, nothing else. Null where the mail tells of none. */
const disputeToken = async ({ secret }: MailWorld, { eventId }: Mail): Promise<string | null> =>
  eventId && signTicket(secret, { purpose: disputePurpose, subject: eventId, expiresIn: `${disputeDays}d` })

/** What a recovery link is stored as: nothing in the database opens an account. */
export const resetIdentifier = (token: string) => createHash('sha256').update(`reset-password:${token}`).digest('base64url')

/**
 * Returns the token of the account's live recovery link, which holds for its full time again, or of a new one. Whoever asks again gets
 * the same link: a stranger who asks cannot void the owner's. It is a keyed hash of its row's id, so that it can be written again without
 * being stored. Null when the account has another address by now.
 */
function resetToken({ db, secret }: MailWorld, { userId, email }: { userId: string; email: string }): Promise<string | null> {
  const tokenOf = (id: string) => keyedHash(secret, 'auth.reset', id)
  return inTransaction(db, async (tx) => {
    if ((await lockPerson(tx, userId))?.email !== email) return null
    const live = await liveReset(tx, userId, resetHoursAtMost)
    if (live && resetIdentifier(tokenOf(live.id)) === live.identifier) {
      await prolongReset(tx, live.id, resetHours)
      return tokenOf(live.id)
    }
    const id = uuid()
    await insertReset(tx, { id, identifier: resetIdentifier(tokenOf(id)), userId, hours: resetHours })
    return tokenOf(id)
  })
}
