import { TRPCClientError } from '@trpc/client'

/** Whether a call failed because nobody is signed in any more: the session ended, here or elsewhere. */
export const isSignedOut = (error: unknown): boolean => failureCode(error) === 'unauthorized'

/** The server's code of a failed call. */
export const failureCode = (error: unknown): string | undefined =>
  error instanceof TRPCClientError ? (error.data as { appCode?: string } | undefined)?.appCode : undefined
