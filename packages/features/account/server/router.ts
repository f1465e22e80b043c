import { limitedBy, procedure, router, signedIn, signedInToEnrol } from '@duo/platform/server/trpc.ts'
import { accountLimit, linkInput, passwordLimit, tokenLimit } from '../../auth/schema.ts'
import { hashesPassword } from '../../auth/server/passwords/hashes-password.ts'
import { changeEmailInput, changePasswordInput, eraseInput, profileInput, revokeInput, unlinkInput } from '../schema.ts'
import { apiKeyProcedures } from './api-keys/router.ts'
import { eraseAccount } from './data/erase-account.ts'
import { exportUserData } from './data/export-data.ts'
import * as sessions from './devices/account-sessions.ts'
import * as settings from './settings/account.ts'
import { cancelEmailChange, changeEmail } from './settings/change-email.ts'
import { changePassword } from './settings/change-password.ts'
import { listActivity } from './trail/activity.ts'
import { dispute } from './trail/dispute.ts'

const userProcedure = signedIn.use(limitedBy(accountLimit))

/** 403 `fresh_factor_needed`: the account has a second factor, which this session must pass again first. */
export const accountRouter = router({
  account: signedInToEnrol.use(limitedBy(accountLimit)).query(({ ctx }) => settings.getAccount(ctx)),

  sessions: userProcedure.query(({ ctx }) => sessions.listSessions(ctx)),

  activity: userProcedure.query(({ ctx }) => listActivity(ctx.db, ctx.user.id)),

  /** Ends a session. 401; 404 when it has ended or is another user's. */
  revokeSession: userProcedure.input(revokeInput).mutation(({ ctx, input }) => sessions.revokeSession(ctx, input.id)),

  revokeOtherSessions: userProcedure.mutation(({ ctx }) => sessions.revokeOtherSessions(ctx)),

  updateProfile: userProcedure.input(profileInput).mutation(({ ctx, input }) => settings.updateProfile(ctx, input)),

  /** Mails links to both e-mails. Refusals `wrong_password`, `sign_in_again`, `same_email`; 400 `fields.email`; 401; 403; 429. */
  changeEmail: userProcedure.input(changeEmailInput).mutation(({ ctx, input }) => changeEmail(ctx, input)),

  /** Cancels an e-mail change by the token mailed to the current e-mail. Refusal `invalid_link`; 429. */
  cancelEmailChange: procedure
    .use(limitedBy(tokenLimit))
    .input(linkInput)
    .mutation(({ ctx, input }) => cancelEmailChange(ctx, input.token)),

  /** Unlinks a provider. Refusal `last_way_in`; 401; 403; 404 when it is not linked. */
  unlinkProvider: userProcedure.input(unlinkInput).mutation(({ ctx, input }) => settings.unlinkProvider(ctx, input.provider)),

  download: userProcedure.mutation(async ({ ctx }) => ({ document: await exportUserData(ctx) })),

  /** Deletes the account and its data. Refusals `wrong_password`, `sign_in_again`; 401; 403; 429. */
  erase: userProcedure.input(eraseInput).mutation(({ ctx, input }) => eraseAccount(ctx, input.password)),

  /** Refusals `wrong_password`, `no_password`, `password_…`; 400 `fields.newPassword`; 401; 403; 429; 503. */
  changePassword: signedIn
    .use(hashesPassword)
    .use(limitedBy(passwordLimit))
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

  /** Undoes a change by the token that was mailed about it. Refusal `invalid_link`; 429. */
  dispute: procedure
    .use(limitedBy(tokenLimit))
    .input(linkInput)
    .mutation(({ ctx, input }) => dispute(ctx, input.token)),

  ...apiKeyProcedures,
})
