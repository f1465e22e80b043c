import type { Db } from '@duo/db/index.ts'
import { forgetJobs } from '@duo/platform/server/jobs/admin.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import { type Mailer, sendNoting } from '@duo/platform/server/mail/mail.ts'
import { mayBeMailed } from '@duo/platform/server/mail/mail-allowance.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { recordServerEvent } from '../events/account-events.ts'
import * as queries from './account-mail-queries.ts'
import { isFactorMail, type MailKind } from './mail-kind.ts'
import { issueCancelToken, issueDisputeToken, issueResetToken, issueVerificationToken } from './mail-tokens.ts'
import * as emails from './templates.ts'

interface MailContext
  extends Pick<AppContext, 'db' | 'publicUrl' | 'rateLimit' | 'secret' | 'confirmsEmail' | 'accountHooks' | 'studio'> {
  mailer: Mailer
}

/** Mails that anyone can trigger with an address; only these are limited. */
const publiclyTriggeredKinds: readonly string[] = ['confirm', 'resend', 'exists', 'change']

type Mail = NonNullable<Awaited<ReturnType<typeof queries.findMail>>>

/** Sends one account mail. Builds text and links only here, so that no readable token is stored and request times reveal no account. */
export const accountMail = defineJob({
  name: 'auth.mail',
  payload: z.object({ mailId: z.uuid() }),
  run: async (context: MailContext, { mailId }, job) => {
    const mail = await queries.findMail(context.db, mailId)
    if (!mail) return
    const text = await buildMail(context, mail)
    const isAllowed = !text || !publiclyTriggeredKinds.includes(mail.kind) || (await mayBeMailed(context, mail.email, job))
    if (text && isAllowed)
      await sendNoting(context.mailer, { to: mail.email, messageId: job.messageId, ...text }, (isRefused) =>
        isRefused ? queries.markRefused(context.db, mailId) : queries.unmarkRefused(context.db, mail.email),
      )
    if (text && mail.kind === 'recover' && mail.userId) await recordServerEvent(context.db, mail.userId, 'recovery_sent')
    await queries.deleteMail(context.db, mailId)
  },
})

interface AccountMailInput {
  /** For a caller that tells a person what became of the mail. */
  id?: string | undefined
  kind: MailKind
  email: string
  language: Locale
  userId?: string | null
  next?: string | null
  eventId?: string | null
}

/** Queues a mail in the caller's transaction. */
export async function enqueueAccountMail(
  db: Db,
  { id = uuid(), userId = null, next = null, eventId = null, ...mail }: AccountMailInput,
) {
  await queries.insertMail(db, { id, user_id: userId, next, event_id: eventId, ...mail })
  await enqueue(db, accountMail, { mailId: id })
}

/** Deletes up to `limit` mails unsent for 7 days, with their jobs. Returns how many. */
export async function purgeOldMails(db: Db, limit: number): Promise<number> {
  const deletedIds = new Set(await queries.purgeMails(db, limit))
  if (deletedIds.size > 0) await forgetJobs(db, accountMail, ({ mailId }) => deletedIds.has(mailId))
  return deletedIds.size
}

async function buildMail(context: MailContext, mail: Mail): Promise<emails.MailText | null> {
  const { kind, userId, currentEmail, email, userLanguage, next } = mail
  const locale = userLanguage ?? mail.language
  if (kind === 'erased') return emails.accountErasedMail(context, mail.language)
  if (kind === 'changed') return emails.emailChangedMail({ ...context, link: await issueDisputeToken(context, mail) }, locale)
  if (!userId) return null
  if (kind === 'change') return buildEmailChangeMail(context, mail, userId, locale)
  if (isFactorMail(kind))
    return context.accountHooks.accountMails[kind](
      context,
      { ...mail, userId },
      { locale, notMe: () => issueDisputeToken(context, mail) },
    )
  if (currentEmail !== email) return null
  switch (kind) {
    case 'password':
      return emails.passwordChangedMail({ ...context, link: await issueDisputeToken(context, mail) }, locale)
    case 'device':
      return emails.newDeviceMail(await aboutEvent(context, mail), locale)
    case 'api_key':
      return emails.apiKeyMail(
        { ...(await aboutEvent(context, mail)), hint: mail.keyHint ?? '', isNew: mail.eventKind === 'api_key_created' },
        locale,
      )
    case 'welcome':
    case 'claimed':
      return emails.welcomeMail(
        {
          ...context,
          name: mail.name ?? '',
          hasWaitlistEntry: kind === 'claimed',
          isStudioOpen: context.studio.access === 'on',
        },
        locale,
      )
    case 'recover': {
      const link = await issueResetToken(context, { userId, email })
      return link === null ? null : emails.resetPasswordMail({ ...context, link }, locale)
    }
    case 'changing':
      return mail.pendingId === null
        ? null
        : emails.emailChangeNotice({ ...context, link: await issueCancelToken(context, userId, mail.pendingId) }, locale)
    case 'exists':
      if (mail.confirmed) return emails.alreadyRegisteredMail({ ...context, next }, locale)
      return buildVerificationMail(context, mail, userId, locale)
    default:
      if (mail.confirmed) return null
      return buildVerificationMail(context, mail, userId, locale)
  }
}

const aboutEvent = async (context: MailContext, mail: Mail) => ({
  ...context,
  link: await issueDisputeToken(context, mail),
  userAgent: mail.userAgent ?? '',
  at: mail.eventAt ?? new Date(),
})

async function buildVerificationMail(context: MailContext, { email, hash, next }: Mail, userId: string, locale: Locale) {
  return emails.verificationMail(
    { ...context, link: await issueVerificationToken(context, { userId, email, hash }), next },
    locale,
  )
}

async function buildEmailChangeMail(
  context: MailContext,
  { email, pendingEmail, pendingId }: Mail,
  userId: string,
  locale: Locale,
) {
  if (pendingEmail !== email) return null
  if (await queries.isTaken(context.db, email, context)) return emails.alreadyRegisteredMail({ ...context, next: null }, locale)
  return emails.emailChangeMail(
    { ...context, link: await issueVerificationToken(context, { userId, email, changeId: pendingId }) },
    locale,
  )
}
