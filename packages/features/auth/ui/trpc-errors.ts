import { TRPCClientError } from '@trpc/client'

export const isSignedOut = (error: unknown): boolean => failureCode(error) === 'unauthorized'

export const failureCode = (error: unknown): string | undefined =>
  error instanceof TRPCClientError ? (error.data as { appCode?: string } | undefined)?.appCode : undefined
