import { AppError } from '@duo/platform/shared/errors.ts'

/** Throws 404 for what does not exist or belongs to another account. */
export function assertOwn<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError('not_found')
  return found
}
