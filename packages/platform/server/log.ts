import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

/** Keys that never reach a log line, however deep they sit: personal data, secrets, message text. */
export const redactedKeys = ['email', 'to', 'password', 'token', 'ticket', 'authorization', 'cookie', 'content', 'html', 'text']

/** JSON lines for machines; readable lines when a person is looking (a terminal). */
export function createLog({ level, readable = process.stdout.isTTY ?? false }: { level: string; readable?: boolean }): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactedKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: { err: describeError },
  }
  return readable ? pino(options, pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })) : pino(options)
}

/**
 * What a log may say about an error: its type, code, stack frames and causes. Postgres puts the offending row into
 * `detail` (an e-mail, for instance) and our own messages may quote input, so only the stack's frames are kept for those.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown }
  const fromDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  return {
    type: name,
    code,
    constraint,
    message: fromDatabase ? undefined : error.message,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .slice(0, 12)
      .join('\n'),
    cause: cause === undefined ? undefined : describeError(cause),
  }
}
