import { AppError } from '@duo/platform/shared/errors.ts'

/** Throws `not_found` for missing rows and other users' rows alike, so that no one can probe for ids. */
export function assertFound<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found')
  return row
}
