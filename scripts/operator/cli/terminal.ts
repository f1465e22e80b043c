import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { confirm as ask, isTerminal } from '@duo/db/cli/confirm.ts'
import type { Connection } from '@duo/db/index.ts'
import { SingleBar } from 'cli-progress'
import { Refusal } from './failure.ts'

/** Where a command reads and writes, and how it gets at the database. */
export interface CliIo {
  stdin: Readable & { isTTY?: boolean }
  /** Results, and nothing else. */
  stdout: Writable & { isTTY?: boolean }
  /** Questions, progress and remarks. */
  stderr: Writable & { isTTY?: boolean }
  open: () => Promise<Connection>
}

/** Opens the database for as long as `work` takes. */
export async function withDatabase<T>({ open }: CliIo, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await open()
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** Options of every command that changes data. */
export interface Consent {
  dryRun?: boolean
  yes?: boolean
}

/** Refuses at once what nobody could be asked about. */
export function requireConsent({ stdin, stderr }: CliIo, { dryRun, yes }: Consent) {
  if (!dryRun && !yes && !isTerminal({ stdin, stderr }))
    throw new Refusal('there is no terminal to ask at: add --yes to do it, --dry-run to see what would happen', 2)
}

/** Asks the person, unless they have said --yes. Anything but y or yes is a no. */
export const confirm = async (terminal: Pick<CliIo, 'stdin' | 'stderr'>, question: string, { yes }: Consent): Promise<boolean> =>
  yes || (await ask(terminal, question))

/** A bar on standard error; nothing where that is no terminal. */
export function progress({ stderr }: CliIo, { total, unit }: { total: number; unit: string }) {
  if (!stderr.isTTY || total === 0) return { at: (_value: number) => {}, stop: () => {} }
  const format = `{bar} {percentage}% | {value} of {total} ${unit} | {eta_formatted} left`
  const bar = new SingleBar({ stream: stderr as NodeJS.WriteStream, format, hideCursor: true, clearOnComplete: true })
  bar.start(total, 0)
  return { at: (value: number) => bar.update(value), stop: () => bar.stop() }
}

/** Runs work that can stop between two steps: the first Ctrl-C asks it to, the second ends the process. */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const asked = new AbortController()
  const ask = () => asked.abort()
  process.once('SIGINT', ask)
  process.once('SIGTERM', ask)
  try {
    return await work(asked.signal)
  } finally {
    process.off('SIGINT', ask)
    process.off('SIGTERM', ask)
  }
}

/** What the person typed, or for `-` the first line of standard input: an address there is in no list of processes and no history. */
export async function readWho({ stdin }: CliIo, who: string): Promise<string> {
  if (who !== '-') return who
  const lines = createInterface({ input: stdin })
  for await (const line of lines) {
    if (line.trim() !== '') return line.trim()
  }
  throw new Refusal('nothing came from standard input', 2)
}
