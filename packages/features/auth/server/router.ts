import { redeemMailCode } from '@duo/platform/server/mail/mail-codes.ts'
import { limitedBy, procedure, router, signedIn, signedInToEnrol } from '@duo/platform/server/trpc.ts'
import type { MailCodeAnswer, Session, SignInOptions } from '../schema.ts'
import {
  accountLimit,
  changeEmailInput,
  eraseInput,
  linkInput,
  mailCodeInput,
  profileInput,
  providers,
  refreshInput,
  revokeInput,
  tokenLimit,
  unlinkInput,
} from '../schema.ts'
import * as service from './account.ts'
import { apiKeyProcedures } from './api-keys/router.ts'
import { listActivity } from './events/account-events.ts'
import { freshFactorProcedures } from './fresh-factor/router.ts'
import { recoveryProcedures } from './recovery/router.ts'
import { factorProcedures } from './second-factor/router.ts'
import { stepProcedures } from './second-factor/step-router.ts'
import * as sessions from './sessions/sessions.ts'

const userProcedure = signedIn.use(limitedBy(accountLimit))

/** 403 `fresh_factor_needed`: the account has a second factor, which this session must pass again first. */
export const authRouter = router({
  /** Returns the session in the spec's shape; null when signed out. Only bearer callers receive tokens. */
  session: procedure.query(async ({ ctx }): Promise<Session | null> => {
    const viewer = await ctx.viewer()
    return viewer && sessions.toSessionDto(ctx, viewer)
  }),

  options: procedure.query(
    ({ ctx }): SignInOptions => ({
      providers: providers.filter((provider) => ctx.providers.includes(provider)),
      confirmsEmail: ctx.confirmsEmail,
    }),
  ),

  /** Exchanges a refresh token, once. Refusal `invalid_token`; 429. */
  refresh: procedure
    .use(limitedBy(tokenLimit))
    .input(refreshInput)
    .mutation(({ ctx, input }) => sessions.refreshSession(ctx, input.refresh_token)),

  account: signedInToEnrol.use(limitedBy(accountLimit)).query(({ ctx }) => service.getAccount(ctx)),

  sessions: userProcedure.query(({ ctx }) => service.listSessions(ctx)),

  activity: userProcedure.query(({ ctx }) => listActivity(ctx.db, ctx.user.id)),

  /** Ends a session. 401; 404 when it has ended or is another user's. */
  revokeSession: userProcedure.input(revokeInput).mutation(({ ctx, input }) => service.revokeSession(ctx, input.id)),

  revokeOtherSessions: userProcedure.mutation(({ ctx }) => service.revokeOtherSessions(ctx)),

  updateProfile: userProcedure.input(profileInput).mutation(({ ctx, input }) => service.updateProfile(ctx, input)),

  /** Mails links to both e-mails. Refusals `wrong_password`, `sign_in_again`, `same_email`; 400 `fields.email`; 401; 403; 429. */
  changeEmail: userProcedure.input(changeEmailInput).mutation(({ ctx, input }) => service.changeEmail(ctx, input)),

  /** Cancels an e-mail change by the token mailed to the current e-mail. Refusal `invalid_link`; 429. */
  cancelEmailChange: procedure
    .use(limitedBy(tokenLimit))
    .input(linkInput)
    .mutation(({ ctx, input }) => service.cancelEmailChange(ctx, input.token)),

  /** Exchanges the code that is printed beside a mailed link for the link's token. Refusal `wrong_code`; 429. */
  redeemMailCode: procedure
    .use(limitedBy(tokenLimit))
    .input(mailCodeInput)
    .mutation(async ({ ctx, input }): Promise<MailCodeAnswer> => {
      const target = await redeemMailCode(ctx, input.code)
      return target === null ? { error: 'wrong_code' } : { error: null, ...target }
    }),

  /** Unlinks a provider. Refusal `last_way_in`; 401; 403; 404 when it is not linked. */
  unlinkProvider: userProcedure.input(unlinkInput).mutation(({ ctx, input }) => service.unlinkProvider(ctx, input.provider)),

  download: userProcedure.mutation(async ({ ctx }) => ({ document: await service.exportUserData(ctx) })),

  /** Deletes the account and its data. Refusals `wrong_password`, `sign_in_again`; 401; 403; 429. */
  erase: userProcedure.input(eraseInput).mutation(({ ctx, input }) => service.eraseAccount(ctx, input.password)),

  ...recoveryProcedures,
  ...stepProcedures,
  ...factorProcedures,
  ...freshFactorProcedures,
  ...apiKeyProcedures,
})
