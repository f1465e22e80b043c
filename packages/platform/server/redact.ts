const ADDRESS = /[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+/g
/** Tickets, keys and hashes: long words with a digit in them, except UUIDs, which only name rows. */
const SECRET = /(?<![\w-])(?![0-9a-f]{8}-[0-9a-f]{4}-)(?=[\w.-]*\d)[\w-]{24,}(?:\.[\w-]+)*/g
const LONGEST = 300

/** Takes e-mail addresses and token-like words out of a text, so that logs and stored errors can keep it. */
export function redact(text: string): string {
  return text.replace(ADDRESS, '[address]').replace(SECRET, '[secret]').slice(0, LONGEST)
}

/**
 * What may be kept of a failure. Of database errors only the SQLSTATE and the constraint: their messages quote values.
 */
export function describeFailure(error: unknown): { code: string | undefined; message: string } {
  if (!(error instanceof Error)) return { code: undefined, message: `thrown ${typeof error}` }
  const { code: rawCode, constraint } = error as Error & { code?: unknown; constraint?: unknown }
  const code = typeof rawCode === 'string' ? rawCode : undefined
  const fromDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  if (!fromDatabase) return { code, message: redact(error.message || error.name) }
  return { code, message: `database error ${code}${typeof constraint === 'string' ? ` on ${constraint}` : ''}` }
}
