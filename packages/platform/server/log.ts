import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

export type { Logger }

/** Redacted at any depth: personal data, secrets and message text. */
export const redactedKeys = ['email', 'to', 'password', 'token', 'ticket', 'authorization', 'cookie', 'content', 'html', 'text']

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

/** Keeps type, code, stack frames and causes. Messages are dropped: Postgres and our own errors may quote personal data. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, cause } = error
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
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
