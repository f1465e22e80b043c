import { TRPCClientError } from '@trpc/client'

/** Seconds after which a call that was one too many may be made again; null for every other failure. */
export function secondsUntilAllowed(failure: unknown): number | null {
  if (!(failure instanceof TRPCClientError)) return null
  const data = failure.data as { appCode?: string; retryAfterSeconds?: number } | undefined
  return data?.appCode === 'too_many_requests' ? (data.retryAfterSeconds ?? null) : null
}
