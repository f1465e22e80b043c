import { middleware } from '@duo/platform/server/trpc.ts'

/** Refuses with 503 while the hashing queue is full. Put it before the limits: a refused call must not count. */
export const hashesPassword = middleware(({ ctx, next }) => {
  ctx.passwords.requireRoom()
  return next()
})
