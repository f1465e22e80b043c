import { type CliEnv, cliEnv } from '@duo/db/cli/cli-env.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import type { Target } from '@duo/platform/server/backup/one-transaction.ts'
import { storedSecret } from '@duo/server/config/secret.ts'
import { SingleBar } from 'cli-progress'
import type { CliIo } from '../cli/terminal.ts'

export type BackupIo = Pick<CliIo, 'stdin' | 'stdout' | 'stderr'> & {
  env: CliEnv
  /** `SECRET`, then `SECRET_PREVIOUS`, as the server reads them. */
  secrets: readonly string[]
}

export function machine(): BackupIo {
  const env = cliEnv()
  const { SECRET, SECRET_PREVIOUS } = process.env
  const previous = SECRET_PREVIOUS?.split(',').map((one) => one.trim()) ?? []
  const secrets = [SECRET ?? '', ...previous].filter((one) => one !== '')
  return { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env, secrets }
}

/** Returns the server's secrets: from the environment, else from the data folder. */
export function serverSecrets({ env, secrets }: BackupIo): readonly string[] {
  if (secrets.length > 0) return secrets
  const own = storedSecret(env.dataDir)
  return own === null ? [] : [own]
}

export async function withTarget<T>({ env }: BackupIo, tool: string, work: (target: Target) => Promise<T>): Promise<T> {
  const { url, close } = await openDatabase({ ...env, applicationName: tool })
  try {
    return await work({ url, preparedStatements: env.preparedStatements, applicationName: tool })
  } finally {
    await close()
  }
}

export function byteProgress({ stderr }: BackupIo, what: string) {
  if (!stderr.isTTY) return { at: (_bytes: number, _total: number) => {}, stop: () => {} }
  const format = `${what} {bar} {percentage}% | {value} of about {total} MB | {eta_formatted} left`
  const bar = new SingleBar({ stream: stderr as NodeJS.WriteStream, format, hideCursor: true, clearOnComplete: true })
  bar.start(1, 0)
  return {
    at: (bytes: number, total: number) => {
      bar.setTotal(Math.max(1, Math.ceil(Math.max(total, bytes) / 1e6)))
      bar.update(Math.round(bytes / 1e6))
    },
    stop: () => bar.stop(),
  }
}

export const count = (value: number) => value.toLocaleString('en-US')
