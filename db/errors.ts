/** An error the caller can tell apart by `code`; its message is one line for the person who reads the terminal or the log. */
export type DatabaseError = Error & { code: DatabaseErrorCode }

export type DatabaseErrorCode =
  /** The server is older than the oldest version we support. */
  | 'DATABASE_TOO_OLD'
  /** A pooler stands between that cannot be used as the settings want it. */
  | 'POOLER_UNUSABLE'
  /** Another server already uses this database. */
  | 'DATABASE_CLAIMED'
  /** No Postgres binaries exist for this operating system and processor. */
  | 'EMBEDDED_UNSUPPORTED'
  /** The npm package with the binaries is not installed. */
  | 'EMBEDDED_NOT_INSTALLED'
  /** The operating system has no entry for the user that initdb runs as. */
  | 'EMBEDDED_NO_USER'
  /** The data folder or the binaries cannot be read or written by the user who must. */
  | 'EMBEDDED_UNREACHABLE'
  /** Files of the data folder are missing. */
  | 'EMBEDDED_INCOMPLETE'
  /** initdb, Postgres or pg_ctl ended with an error. */
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
  '25006', // read_only_sql_transaction: a standby, or one that an operator has made read-only
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
])

// pg and pg-pool give these no code.
const CONNECTION_ERROR_MESSAGES = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
])

/**
 * Whether a query failed because the database cannot be reached, is going down, does not respond, takes no writes or has run out of
 * something (disk, memory, connections), so that the same request may succeed later: refused and reset connections, Postgres classes 08,
 * 53 and 57P0x, and our time-outs. Ask it only of errors that came from a query: a mail server that refuses the connection looks the same.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (CONNECTION_ERROR_CODES.has(code) || /^(?:08|53)...$/.test(code) || CONNECTION_ERROR_MESSAGES.has(error.message)) return true
  return isConnectionError(error.cause)
}

/** Whether a statement gave up waiting for a lock (55P03), in a deadlock (40P01) or after its time-out (57014): in a moment it may succeed. */
export function isLockError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['55P03', '40P01', '57014'].includes(errorCode(error)) || isLockError(error.cause)
}

/** The `code` of a Node or Postgres error; an empty string when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** What went wrong, in words. Node's error of a name with several addresses has none of its own: those of each address are joined. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ')
  return error instanceof Error ? error.message || error.name : String(error)
}

/**
 * Why the database at DATABASE_URL cannot be used, and what to do, for the person who starts something on it: `names a database that …`. Null
 * for other faults, such as a server that cannot be reached.
 */
export function databaseUrlFault(error: unknown): string | null {
  const reason = errorMessage(error)
  const code = codeWithin(error)
  if (code === '3D000') return `names a database that does not exist (${reason}): create it, or correct the name`
  if (code === '28P01') return `names a user whose password is another (${reason}): correct the user or the password`
  if (code === '28000') return `names a user who may not sign in to it (${reason}): create the user, or let it in (pg_hba.conf)`
  if (code === '42501')
    return `names a user without the rights for it (${reason}): make the user the owner of the database, or grant it connect and create on it, and create on its schema`
  if (code === '25006')
    return `names a database that can only be read (${reason}): name the primary server, or turn default_transaction_read_only off`
  return null
}

function codeWithin(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return errorCode(error) || codeWithin(error.cause)
}
