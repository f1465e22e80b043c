import { redeemMailCode } from '@duo/platform/server/mail/mail-codes.ts'
import { limitedBy, procedure, router } from '@duo/platform/server/trpc.ts'
import { providers } from '../rules.ts'
import type { MailCodeResult, Session, SignInOptions } from '../schema.ts'
import { mailCodeInput, refreshInput, tokenLimit } from '../schema.ts'
import { recoveryProcedures } from './recovery/router.ts'
import * as sessions from './sessions/sessions.ts'

/** Sign-up and sign-in are calls of better-auth, which handler.ts forwards. */
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
      sendsMail: ctx.sendsMail,
    }),
  ),

  /** Exchanges a refresh token, once. Refusal `invalid_token`; 429. */
  refresh: procedure
    .use(limitedBy(tokenLimit))
    .input(refreshInput)
    .mutation(({ ctx, input }) => sessions.refreshSession(ctx, input.refresh_token)),

  /** Exchanges the code that is printed beside a mailed link for the link's token. Refusal `wrong_code`; 429. */
  redeemMailCode: procedure
    .use(limitedBy(tokenLimit))
    .input(mailCodeInput)
    .mutation(async ({ ctx, input }): Promise<MailCodeResult> => {
      const target = await redeemMailCode(ctx, input.code)
      return target === null ? { error: 'wrong_code' } : { error: null, ...target }
    }),

  ...recoveryProcedures,
})
