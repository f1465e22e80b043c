/** All errors a caller can get, with their HTTP status. Expected rejections are data in the result instead (ARCHITECTURE.md). */
export const errorStatus = {
  bad_input: 400,
  unauthorized: 401,
  forbidden: 403,
  second_factor_needed: 403,
  fresh_factor_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  too_many_requests: 429,
  /** A mail was asked for again too early. It says nothing about the address: every one gets it. */
  mailed_before: 429,
  /** A newer reader of the same account or network takes the place of this stream. */
  stream_replaced: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorStatus, text)

/** The code is public; the message stays in the log. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: { message?: string; cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(options.message ?? code, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
