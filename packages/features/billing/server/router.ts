import { router, signedIn } from '@duo/platform/server/trpc.ts'
import { findSubscription } from './plans.ts'

export const billingRouter = router({
  /** The signed-in person's plan, its limits and what of them is used. 401. */
  subscription: signedIn.query(({ ctx }) => findSubscription(ctx.db, ctx.user.id)),
})
