import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { cliEnv } from '@duo/db/cli/cli-env.ts'
import { confirm as ask, isTerminal } from '@duo/db/cli/confirm.ts'
import type { Connection } from '@duo/db/connection/connect.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import { SingleBar } from 'cli-progress'
import { Refusal } from './failure.ts'

export interface CliIo {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  open: () => Promise<Connection>
}

/** This process, and the database of its settings. */
export const machine = (tool: string): CliIo => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  open: () => openDatabase({ ...cliEnv(), applicationName: `duo-${tool}` }),
})

export async function withDatabase<T>({ open }: CliIo, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await open()
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

export interface Consent {
  dryRun?: boolean
  yes?: boolean
}

export function requireConsent({ stdin, stderr }: CliIo, { dryRun, yes }: Consent) {
  if (!dryRun && !yes && !isTerminal({ stdin, stderr }))
    throw new Refusal('there is no terminal for the confirmation: add --yes to do it, --dry-run to see what would happen', 2)
}

/** Asks for a confirmation unless --yes is given. Anything but y or yes is a no. */
export const confirm = async (terminal: Pick<CliIo, 'stdin' | 'stderr'>, question: string, { yes }: Consent): Promise<boolean> =>
  yes || (await ask(terminal, question))

export function progress({ stderr }: CliIo, { total, unit }: { total: number; unit: string }) {
  if (!stderr.isTTY || total === 0) return { at: (_value: number) => {}, stop: () => {} }
  const format = `{bar} {percentage}% | {value} of {total} ${unit} | {eta_formatted} left`
  const bar = new SingleBar({ stream: stderr as NodeJS.WriteStream, format, hideCursor: true, clearOnComplete: true })
  bar.start(total, 0)
  return { at: (value: number) => bar.update(value), stop: () => bar.stop() }
}

/** Runs interruptible work: the first Ctrl-C aborts the signal, the second ends the process. */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  process.once('SIGINT', abort)
  process.once('SIGTERM', abort)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', abort)
    process.off('SIGTERM', abort)
  }
}

/** Returns the argument, or for `-` a line of standard input, which keeps it out of process lists and shell history. */
export async function readArgumentOrStdin({ stdin }: CliIo, argument: string): Promise<string> {
  if (argument !== '-') return argument
  const lines = createInterface({ input: stdin })
  for await (const line of lines) {
    if (line.trim() !== '') return line.trim()
  }
  throw new Refusal('standard input is empty', 2)
}
