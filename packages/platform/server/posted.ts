import { AppError } from '../shared/errors.ts'
import { procedure } from './trpc.ts'

/** For subscriptions whose input must not end up in logs, as the URLs of GET requests do. */
export const posted = procedure.use(({ ctx, next }) => {
  if (ctx.method !== 'POST') throw new AppError('method_not_allowed')
  return next()
})
