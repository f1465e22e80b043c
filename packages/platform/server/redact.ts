const ADDRESS = /[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+/g
/** Long words with a digit (tickets, keys, hashes), except UUIDs. */
const SECRET = /(?<![\w-])(?![0-9a-f]{8}-[0-9a-f]{4}-)(?=[\w.-]*\d)[\w-]{24,}(?:\.[\w-]+)*/g
const LONGEST = 300

/** Removes e-mail addresses and token-like words from text for logs and stored errors. */
export function redact(text: string): string {
  return text.replace(ADDRESS, '[address]').replace(SECRET, '[secret]').slice(0, LONGEST)
}

/** Keeps only SQLSTATE and constraint of database errors: their messages quote values. */
export function describeFailure(error: unknown): { code: string | undefined; message: string } {
  if (!(error instanceof Error)) return { code: undefined, message: `thrown ${typeof error}` }
  const { code: rawCode, constraint } = error as Error & { code?: unknown; constraint?: unknown }
  const code = typeof rawCode === 'string' ? rawCode : undefined
  const fromDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  if (!fromDatabase) return { code, message: redact(error.message || error.name) }
  return { code, message: `database error ${code}${typeof constraint === 'string' ? ` on ${constraint}` : ''}` }
}
