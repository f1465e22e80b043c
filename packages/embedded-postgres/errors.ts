export type EmbeddedErrorCode =
  | 'EMBEDDED_UNSUPPORTED'
  | 'EMBEDDED_NOT_INSTALLED'
  | 'EMBEDDED_NO_USER'
  | 'EMBEDDED_UNREACHABLE'
  | 'EMBEDDED_INCOMPLETE'
  | 'EMBEDDED_FAILED'

export function embeddedError(code: EmbeddedErrorCode, message: string, cause?: unknown): Error & { code: EmbeddedErrorCode } {
  return Object.assign(new Error(message, { cause }), { code })
}

const CONNECTION_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '25006', // read_only_sql_transaction: a standby, or a primary set to read-only
  '57P01',
  '57P02',
  '57P03',
])

const CONNECTION_ERROR_MESSAGES = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
])

/**
 * Whether a query failed because the database is unreachable, read-only or out of resources, so that a retry may succeed: network
 * errors, SQLSTATE classes 08, 53 and 57P0x, and our time-outs. Only for queries: a refused SMTP connection looks the same.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (CONNECTION_ERROR_CODES.has(code) || /^(?:08|53)...$/.test(code) || CONNECTION_ERROR_MESSAGES.has(error.message)) return true
  return isConnectionError(error.cause)
}

/** Whether a server accepted the connection and then said nothing. */
export const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error && ['timeout expired', 'Connection terminated due to connection timeout'].includes(error.message)

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Returns the message of an error. Joins those of an AggregateError, which Node throws for a host with several addresses. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ')
  return error instanceof Error ? error.message || error.name : String(error)
}
