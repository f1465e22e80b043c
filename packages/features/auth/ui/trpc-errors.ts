import { isTRPCClientError } from '@trpc/client'
import type { AppRouter } from '../../server.ts'
import { CallFailure, type Failure } from '../../shell/ui/api/document-client.ts'

export const isSignedOut = (error: unknown): boolean => failureCode(error) === 'unauthorized'

function dataOf(error: unknown): Partial<Failure['data']> | undefined {
  if (error instanceof CallFailure) return error.data
  return isTRPCClientError<AppRouter>(error) ? (error.data ?? undefined) : undefined
}

export const failureCode = (error: unknown): Failure['data']['appCode'] | undefined => dataOf(error)?.appCode

/** The code of the first field that the server rejects, such as `invalid_email`. */
export const fieldProblemOf = (error: unknown): string | undefined => Object.values(dataOf(error)?.fields ?? {})[0]

/** How long the server asks to wait before a repetition. 0 if it does not say. */
export const retryAfterMsOf = (error: unknown): number =>
  ((error instanceof CallFailure ? error.retryAfter : dataOf(error)?.retryAfterSeconds) ?? 0) * 1_000
