import { isTRPCClientError } from '@trpc/client'
import type { AppRouter } from '../../server.ts'

export const isSignedOut = (error: unknown): boolean => failureCode(error) === 'unauthorized'

export const failureCode = (error: unknown): string | undefined =>
  isTRPCClientError<AppRouter>(error) ? error.data?.appCode : undefined

/** How long the server asks to wait before a repetition. 0 if it does not say. */
export const retryAfterMsOf = (error: unknown): number =>
  isTRPCClientError<AppRouter>(error) ? (error.data?.retryAfterSeconds ?? 0) * 1_000 : 0
