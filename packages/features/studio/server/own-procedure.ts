import { runCounted } from '@duo/platform/server/security/rate-limit.ts'
import { signedIn } from '@duo/platform/server/trpc.ts'
import { studioLimit } from '../schema.ts'
import { requireStudio } from './studio-access.ts'

/** Limits by account, not by network, because offices share one. */
export const own = signedIn
  .use(({ ctx, next }) => runCounted(ctx, { limit: studioLimit, key: ctx.user.id }, next))
  .use(async ({ ctx, next }) => {
    await requireStudio(ctx)
    return next()
  })
