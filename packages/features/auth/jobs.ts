import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '@duo/db/index.ts'
import { forgetJobs } from '@duo/platform/server/jobs/admin.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import type { Mailer } from '@duo/platform/server/mail.ts'
import { mayBeMailed } from '@duo/platform/server/mail-allowance.ts'
import { signTicket } from '@duo/platform/server/ticket.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import * as emails from './emails.ts'
import * as queries from './mail-queries.ts'
import { confirmHours, resetHours } from './schema.ts'

/** What a mail about an account is for; `claimed` is the welcome to somebody who waited on the list. `resend` and `recover` are asked for by anybody: they may find no account to be about. */
export type MailKind =
  | 'confirm'
  | 'resend'
  | 'exists'
  | 'recover'
  | 'change'
  | 'changed'
  | 'password'
  | 'welcome'
  | 'claimed'
  | 'erased'

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
}

/** Queues a mail through the given handle, so that it is sent only if the caller's transaction commits. */
export async function queueMail(db: Db, { userId = null, next = null, ...mail }: QueuedMail) {
  const id = uuid()
  await queries.insertMail(db, { id, user_id: userId, next, ...mail })
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
  if (kind === 'changed') return emails.changed(world, locale)
  if (!userId) return null
  if (kind === 'change') return composeChange(world, mail, userId, locale)
  if (currentEmail !== email) return null
  switch (kind) {
    case 'password':
      return emails.password(world, locale)
    case 'welcome':
    case 'claimed':
      return emails.welcome({ ...world, name: mail.name ?? '', claimed: kind === 'claimed' }, locale)
    case 'recover':
      return emails.recover({ ...world, token: await resetToken(world.db, userId) }, locale)
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
async function composeChange(world: MailWorld, { email, pendingEmail }: Mail, userId: string, locale: Locale) {
  if (pendingEmail !== email) return null
  if (await queries.isTaken(world.db, email)) return emails.exists({ ...world, next: null }, locale)
  return emails.change({ ...world, token: await confirmToken(world, { userId, email }) }, locale)
}

export const confirmPurpose = 'auth.confirm'

/** Stands for an address or a password's hash in a ticket, which is no place for the thing itself. */
export const markOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/**
 * A link for one address of one account. That of a sign-up names its password too: whoever signs the same address up again, before or
 * after its owner, must not have their password confirmed by the owner's link.
 */
const confirmToken = (
  { secret }: MailWorld,
  { userId, email, hash }: { userId: string; email: string; hash?: string | null },
) => {
  const subject = [userId, markOf(email), ...(hash === undefined ? [] : [markOf(hash ?? '')])].join('.')
  return signTicket(secret, { purpose: confirmPurpose, subject, expiresIn: `${confirmHours}h` })
}

/** A token for better-auth's reset-password, which finds it by this hash (`verification.storeIdentifier: 'hashed'`). */
async function resetToken(db: Db, userId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const identifier = createHash('sha256').update(`reset-password:${token}`).digest('base64url')
  await queries.insertReset(db, { id: uuid(), identifier, userId, hours: resetHours })
  return token
}
