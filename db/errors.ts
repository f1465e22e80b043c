export type DatabaseError = Error & { code: DatabaseErrorCode }

export type DatabaseErrorCode =
  | 'DATABASE_TOO_OLD'
  | 'POOLER_UNUSABLE'
  | 'DATABASE_CLAIMED'
  | 'EMBEDDED_UNSUPPORTED'
  | 'EMBEDDED_NOT_INSTALLED'
  | 'EMBEDDED_NO_USER'
  | 'EMBEDDED_UNREACHABLE'
  | 'EMBEDDED_INCOMPLETE'
  | 'EMBEDDED_FAILED'

export function databaseError(code: DatabaseErrorCode, message: string, cause?: unknown): DatabaseError {
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

/** Whether a statement failed on a lock (55P03), a deadlock (40P01) or its time-out (57014), so that a retry may succeed. */
export function isLockError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['55P03', '40P01', '57014'].includes(errorCode(error)) || isLockError(error.cause)
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Returns the message of an error. Joins those of an AggregateError, which Node throws for a host with several addresses. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ')
  return error instanceof Error ? error.message || error.name : String(error)
}

/** Explains why DATABASE_URL is unusable and what to do. Returns null for other errors, such as an unreachable server. */
export function databaseUrlFault(error: unknown): string | null {
  const reason = errorMessage(error)
  const code = codeWithin(error)
  if (code === '3D000') return `names a database that does not exist (${reason}): create it, or correct the name`
  if (code === '28P01') return `names a user with another password (${reason}): correct the user or the password`
  if (code === '28000') return `names a user who may not connect to it (${reason}): create the user, or let it in (pg_hba.conf)`
  if (code === '42501')
    return `names a user without the rights for it (${reason}): make the user the owner of the database, or grant it connect and create on it, and create on its schema`
  if (code === '25006')
    return `names a read-only database (${reason}): name the primary server, or turn default_transaction_read_only off`
  if (/\bSSL\b/.test(reason))
    return `names a server with which no encrypted connection can be made (${reason}): correct host and port, or turn on TLS there`
  return null
}

/** Returns the first code of an error and its causes, or an empty string. */
export function codeWithin(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return errorCode(error) || codeWithin(error.cause)
}
