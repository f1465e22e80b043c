/**
 * The closed list of failures a caller can meet, with the HTTP status each one has.
 * Expected refusals are not here: they are data in a procedure's answer (see ARCHITECTURE.md).
 */
export const errorStatus = {
  bad_input: 400,
  unauthorized: 401,
  forbidden: 403,
  /** The account's role demands a second factor, which it has not added yet. */
  second_factor_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** A failure with a code that is safe to show. Its message stays in the process: people read `messages/`, logs read this. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Whole seconds after which the same call may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: { message?: string; cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(options.message ?? code, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
