import { TRPCClientError } from '@trpc/client'

export const isSignedOut = (error: unknown): boolean => failureCode(error) === 'unauthorized'

export const failureCode = (error: unknown): string | undefined =>
  error instanceof TRPCClientError ? (error.data as { appCode?: string } | undefined)?.appCode : undefined

/** How long the server asks to wait before a repetition. 0 if it does not say. */
export const retryAfterMsOf = (error: unknown): number =>
  error instanceof TRPCClientError
    ? ((error.data as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds ?? 0) * 1_000
    : 0
