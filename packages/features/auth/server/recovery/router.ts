import { inTransaction } from '@duo/db/index.ts'
import { limitedBy, procedure, type RequestContext } from '@duo/platform/server/trpc.ts'
import {
  type CallLimits,
  linkInput,
  type MailOutcome,
  type MailRequested,
  mailLimits,
  mailOutcomeInput,
  mailOutcomeLimit,
  recoverLimits,
  requestPasswordResetInput,
  resetPasswordInput,
  sendConfirmationInput,
  tokenLimit,
} from '../../schema.ts'
import { confirmEmail } from '../email-verification/confirm-email.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { isRefused } from '../mail/account-mail-queries.ts'
import { hashesPassword } from '../passwords/hashes-password.ts'
import { runLimited } from '../sign-in/auth-rate-limit.ts'
import { callerOf } from '../sign-in/sign-in-caller.ts'
import { checkReset, resetPassword } from './reset-password.ts'

const tokenProcedure = procedure.use(limitedBy(tokenLimit))

const confirmationLimits = {
  network: mailLimits.network,
  account: [mailLimits.account],
  code: 'mailed_before',
} satisfies CallLimits
const resetLimits = {
  network: mailLimits.network,
  pair: [recoverLimits.asker, recoverLimits.askerDay],
  account: [recoverLimits.mailbox],
  device: [recoverLimits.device, recoverLimits.deviceDay],
  code: 'mailed_before',
} satisfies CallLimits

/** Answers alike for every e-mail: only the job looks up whether there is an account. */
async function requestMail(
  context: RequestContext,
  limits: CallLimits,
  mail: { kind: 'resend' | 'recover'; email: string; next?: string | undefined },
): Promise<MailRequested> {
  const { clientAddress, devices, locale: language } = await callerOf(context)
  return runLimited(context, limits, { clientAddress, email: mail.email, devices }, async () => {
    await inTransaction(context.db, (tx) => enqueueAccountMail(tx, { ...mail, language, next: mail.next ?? null }))
    return { error: null }
  })
}

/** The links that are mailed about e-mails and forgotten passwords. */
export const recoveryProcedures = {
  /** Opens a confirmation link; a new account is signed in. Refusals `invalid_link`, `email_taken`; 429. */
  confirmEmail: tokenProcedure.input(linkInput).mutation(({ ctx, input }) => confirmEmail(ctx, input.token)),

  /** Tells whether a mailed token can still set a password, before the person types one. Refusal `invalid_link`; 429. */
  checkReset: tokenProcedure.input(linkInput).mutation(({ ctx, input }) => checkReset(ctx, input.token)),

  /** Sets a new password by a mailed token. Refusals `invalid_link`, `password_…`; 400 `fields.newPassword`; 429; 503. */
  resetPassword: procedure
    .use(hashesPassword)
    .use(limitedBy(tokenLimit))
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),

  /** Mails another confirmation link, if an unconfirmed account has the e-mail. 400 `fields.email`; 429. */
  sendConfirmation: procedure
    .input(sendConfirmationInput)
    .mutation(({ ctx, input }) => requestMail(ctx, confirmationLimits, { kind: 'resend', ...input })),

  /** Tells what became of the mail of a sign-up, which is sent alike with and without an account. 429. */
  mailOutcome: procedure
    .use(limitedBy(mailOutcomeLimit))
    .input(mailOutcomeInput)
    .query(async ({ ctx, input }): Promise<MailOutcome> => ({ error: null, refused: await isRefused(ctx.db, input.mailId) })),

  /** Mails a link for a new password, if an account has the e-mail. 400 `fields.email`; 429. */
  requestPasswordReset: procedure
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestMail(ctx, resetLimits, { kind: 'recover', ...input })),
}
