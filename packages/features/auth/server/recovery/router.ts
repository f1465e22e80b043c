import { inTransaction } from '@duo/db/index.ts'
import { limitedBy, procedure, type RequestContext, signedIn } from '@duo/platform/server/trpc.ts'
import {
  type CallLimits,
  changePasswordInput,
  linkInput,
  type MailRequested,
  mailLimits,
  passwordLimit,
  recoverLimits,
  requestPasswordResetInput,
  resetPasswordInput,
  sendConfirmationInput,
  tokenLimit,
} from '../../schema.ts'
import { runLimited } from '../auth-rate-limit.ts'
import { confirmEmail } from '../email-verification/confirm-email.ts'
import { hashesPassword } from '../hashes-password.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { callerOf } from '../sign-in/sign-in-caller.ts'
import { dispute } from './dispute.ts'
import { changePassword, resetPassword } from './recover-account.ts'

const tokenProcedure = procedure.use(limitedBy(tokenLimit))

const confirmationLimits = { network: mailLimits.network, account: [mailLimits.account] }
const resetLimits = {
  network: mailLimits.network,
  pair: [recoverLimits.asker, recoverLimits.askerDay],
  account: [recoverLimits.mailbox],
  device: [recoverLimits.device, recoverLimits.deviceDay],
}

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

/** Passwords, and the links that are mailed about them and about e-mails. */
export const recoveryProcedures = {
  /** Opens a confirmation link; a new account is signed in. Refusals `invalid_link`, `email_taken`; 429. */
  confirmEmail: tokenProcedure.input(linkInput).mutation(({ ctx, input }) => confirmEmail(ctx, input.token)),

  /** Undoes a change by the token that was mailed about it. Refusal `invalid_link`; 429. */
  dispute: tokenProcedure.input(linkInput).mutation(({ ctx, input }) => dispute(ctx, input.token)),

  /** Sets a new password by a mailed token. Refusals `invalid_link`, `password_…`; 400 `fields.newPassword`; 429; 503. */
  resetPassword: procedure
    .use(hashesPassword)
    .use(limitedBy(tokenLimit))
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),

  /** Refusals `wrong_password`, `no_password`, `password_…`; 400 `fields.newPassword`; 401; 403; 429; 503. */
  changePassword: signedIn
    .use(hashesPassword)
    .use(limitedBy(passwordLimit))
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

  /** Mails another confirmation link, if an unconfirmed account has the e-mail. 400 `fields.email`; 429. */
  sendConfirmation: procedure
    .input(sendConfirmationInput)
    .mutation(({ ctx, input }) => requestMail(ctx, confirmationLimits, { kind: 'resend', ...input })),

  /** Mails a link for a new password, if an account has the e-mail. 400 `fields.email`; 429. */
  requestPasswordReset: procedure
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestMail(ctx, resetLimits, { kind: 'recover', ...input })),
}
