import { AppError } from '../shared/errors.ts'
import { procedure } from './trpc.ts'

/** For subscriptions whose input must not be in a URL: those of GET requests end up in logs. */
export const posted = procedure.use(({ ctx, next }) => {
  if (ctx.method !== 'POST') throw new AppError('method_not_allowed')
  return next()
})
