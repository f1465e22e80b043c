import { limitedBy, router, signedIn } from '@duo/platform/server/trpc.ts'
import { addInput, changeLimit, removeInput } from '../schema.ts'
import { addItem, listItems, removeItem } from './items.ts'

const limited = signedIn.use(limitedBy(changeLimit))

/** Callers who are not signed in get 401. */
export const __featureName__Router = router({
  /** Returns the member's items, the newest first. */
  list: signedIn.query(({ ctx }) => listItems(ctx.db, ctx.user.id)),

  /** Adds an item. Refusals `exists`, `full`; 400 `fields.text`, 429. */
  add: limited.input(addInput).mutation(({ ctx, input }) => addItem(ctx.db, ctx.user.id, input.text)),

  /** Removes an item of the member, if it exists. 429. */
  remove: limited.input(removeInput).mutation(({ ctx, input }) => removeItem(ctx.db, ctx.user.id, input.id)),
})
