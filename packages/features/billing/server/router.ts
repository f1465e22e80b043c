import { router, signedIn } from '@duo/platform/server/trpc.ts'
import { findSubscription } from './plans.ts'

export const billingRouter = router({
  /** Returns the user's plan, limits and usage. 401. */
  subscription: signedIn.query(({ ctx }) => findSubscription(ctx.db, ctx.user.id)),
})
