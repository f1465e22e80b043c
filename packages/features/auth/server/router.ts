import { limitedBy, procedure, router, signedIn, signedInToEnrol } from '@duo/platform/server/trpc.ts'
import type { Session, SignInOptions } from '../schema.ts'
import {
  accountLimit,
  changeEmailInput,
  eraseInput,
  linkInput,
  profileInput,
  providers,
  refreshInput,
  revokeInput,
  tokenLimit,
  unlinkInput,
} from '../schema.ts'
import * as service from './account.ts'
import { listActivity } from './events/account-events.ts'
import { factorProcedures } from './second-factor/router.ts'
import * as sessions from './sessions/sessions.ts'

const userProcedure = signedIn.use(limitedBy(accountLimit))

/** What other features keep for an account: they are asked when it is downloaded and when it is erased. */
interface AccountFeatures {
  exporters: service.DataExporters
  onAccountErased: readonly service.AccountErasedHook[]
}

/** What better-auth does not do itself; signing in and out is under /api/auth (auth.ts). */
export const createAuthRouter = ({ exporters, onAccountErased: onErased }: AccountFeatures) =>
  router({
    /** Who is signed in, in the spec's shape; null for nobody. Tokens only for callers who came with one. */
    session: procedure.query(async ({ ctx }): Promise<Session | null> => {
      const viewer = await ctx.viewer()
      return viewer && sessions.toSessionDto(ctx, viewer)
    }),

    /** Which ways in there are besides a password, and whether an address must be confirmed first. */
    options: procedure.query(
      ({ ctx }): SignInOptions => ({
        providers: providers.filter((provider) => ctx.providers.includes(provider)),
        confirmsEmail: ctx.confirmsEmail,
      }),
    ),

    /** A new access token for a refresh token, once. Refusal `invalid_token`; 429. */
    refresh: procedure
      .use(limitedBy(tokenLimit))
      .input(refreshInput)
      .mutation(({ ctx, input }) => sessions.refreshSession(ctx, input.refresh_token)),

    /** The account page. 401. */
    account: signedInToEnrol.use(limitedBy(accountLimit)).query(({ ctx }) => service.getAccount(ctx)),

    /** The person's sessions, the last used one first. 401. */
    sessions: userProcedure.query(({ ctx }) => service.listSessions(ctx)),

    /** The newest security events of the account. 401. */
    activity: userProcedure.query(({ ctx }) => listActivity(ctx.db, ctx.user.id)),

    /** Ends one of them. 401; 404 for one that is over or somebody else's. */
    revokeSession: userProcedure.input(revokeInput).mutation(({ ctx, input }) => service.revokeSession(ctx, input.id)),

    /** Ends all of them but the one that asks. 401. */
    revokeOtherSessions: userProcedure.mutation(({ ctx }) => service.revokeOtherSessions(ctx)),

    /** Changes name and language. 400 `fields.name`, `fields.language`; 401. */
    updateProfile: userProcedure.input(profileInput).mutation(({ ctx, input }) => service.updateProfile(ctx, input)),

    /** Mails a link to the new address, and to the old one a link that cancels. Refusals `wrong_password`, `sign_in_again`, `same_email`; 400 `fields.email`; 401; 429. */
    changeEmail: userProcedure.input(changeEmailInput).mutation(({ ctx, input }) => service.changeEmail(ctx, input)),

    /** Cancels a pending change of address by the token of the mail to the old one. Refusal `invalid_link`; 429. */
    cancelEmailChange: procedure
      .use(limitedBy(tokenLimit))
      .input(linkInput)
      .mutation(({ ctx, input }) => service.cancelEmailChange(ctx, input.token)),

    /** Takes a provider off the account. Refusal `last_way_in`; 401; 404 when it is not linked. */
    unlinkProvider: userProcedure.input(unlinkInput).mutation(({ ctx, input }) => service.unlinkProvider(ctx, input.provider)),

    /** Everything that is stored about the person, as one document. 401. */
    download: userProcedure.mutation(async ({ ctx }) => ({ document: await service.exportUserData(ctx, exporters) })),

    /** Deletes the account and everything that hangs on it. Refusals `wrong_password`, `sign_in_again`; 401; 429. */
    erase: userProcedure
      .input(eraseInput)
      .mutation(({ ctx, input }) => service.eraseAccount(ctx, { password: input.password, onErased })),

    ...factorProcedures,
  })
