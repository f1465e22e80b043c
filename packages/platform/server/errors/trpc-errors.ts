import { isConnectionError, isLockError } from '@duo/db/errors.ts'
import { TRPCError } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import { ZodError } from 'zod'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { keysOf } from '../../shared/typed/keys-of.ts'

const trpcCodes: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  bad_input: 'BAD_REQUEST',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  second_factor_needed: 'FORBIDDEN',
  fresh_factor_needed: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_SUPPORTED',
  conflict: 'CONFLICT',
  too_large: 'PAYLOAD_TOO_LARGE',
  unsupported_media: 'UNSUPPORTED_MEDIA_TYPE',
  too_many_requests: 'TOO_MANY_REQUESTS',
  mailed_before: 'TOO_MANY_REQUESTS',
  stream_replaced: 'TOO_MANY_REQUESTS',
  internal: 'INTERNAL_SERVER_ERROR',
  unavailable: 'SERVICE_UNAVAILABLE',
}

/** Unknown errors become `internal`; their messages never leave the process. */
export function appCodeOf(error: TRPCError): ErrorCode {
  const known = toClientError(error) ?? error
  if (known.cause instanceof AppError) return known.cause.code
  if (known.code === 'PARSE_ERROR') return 'bad_input'
  return keysOf(trpcCodes).find((code) => trpcCodes[code] === known.code) ?? 'internal'
}

export const waitOf = ({ cause }: TRPCError) => (cause instanceof AppError ? cause.retryAfterSeconds : undefined)

/** Maps fields to the code of their first issue (`{ email: 'invalid_email' }`); undefined for other failures. */
export function fieldsOf({ cause }: TRPCError): Record<string, string> | undefined {
  if (!(cause instanceof ZodError)) return undefined
  const codeOf = (message: string) => (/^[a-z_]+$/.test(message) ? message : 'invalid')
  return Object.fromEntries(cause.issues.toReversed().map((issue) => [issue.path.join('.'), codeOf(issue.message)]))
}

export function toClientError({ cause }: TRPCError): TRPCError | null {
  if (cause instanceof AppError) return new TRPCError({ code: trpcCodes[cause.code], cause })
  if (!isConnectionError(cause) && !isLockError(cause)) return null
  return new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause: new AppError('unavailable', { cause, retryAfterSeconds: 5 }) })
}
