import { limitedBy, procedure, router } from '@duo/platform/server/trpc.ts'
import { joinInput, joinLimit } from './schema.ts'
import * as service from './service.ts'

export const waitlistRouter = router({
  /** Joins the list. Answers the new position, `userExists`, or the refusal `invalid_code`; 400 `fields.email`, 429. */
  join: procedure
    .use(limitedBy(joinLimit))
    .input(joinInput)
    .mutation(({ ctx, input }) => service.join(ctx, input)),
})
