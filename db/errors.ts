import { errorCode, errorMessage } from '@duo/embedded-postgres/errors.ts'

// the launcher reads the same errors while Postgres starts and stops, and does not know this package
export { errorCode, errorMessage, isConnectionError, isConnectTimeout } from '@duo/embedded-postgres/errors.ts'

export type DatabaseErrorCode = 'DATABASE_TOO_OLD' | 'POOLER_UNUSABLE' | 'DATABASE_CLAIMED'

export function databaseError(code: DatabaseErrorCode, message: string, cause?: unknown): Error & { code: DatabaseErrorCode } {
  return Object.assign(new Error(message, { cause }), { code })
}

/** Whether a statement failed on a lock (55P03), a deadlock (40P01) or its time-out (57014), so that a retry may succeed. */
export function isLockError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['55P03', '40P01', '57014'].includes(errorCode(error)) || isLockError(error.cause)
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

/** Whether Postgres refused a write because its disk is full. */
export const isDiskFull = (error: unknown): boolean => codeWithin(error) === '53100'
