import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What holds for the processes that read files, on this system. */
export interface ReaderIsolation {
  /** They have no network. */
  network: boolean
  /** They may read the program's own files only, write none, and start no process. */
  files: boolean
  /** The whole memory that they use is watched; without it, that of JavaScript's objects is limited. */
  memory: boolean
}

/** The command that starts a program without network; empty if the system does not permit it. */
interface Namespace {
  command: string[]
}

const commands = ['/usr/bin/unshare', '/bin/unshare']
/** An administrator may take away the network; anyone may in a namespace of their own, where the system permits these. */
const arguments_ = [['--net'], ['--user', '--net']]

const hasNoNetwork =
  "process.exit(Object.values(require('node:os').networkInterfaces()).flat().some((one) => !one.internal) ? 1 : 0)"

let namespace: Promise<Namespace> | null = null

/** Tries once for the process's life. */
export function networkNamespace(): Promise<Namespace> {
  namespace ??= findNamespace()
  return namespace
}

async function findNamespace(): Promise<Namespace> {
  const command = commands.find((path) => existsSync(path))
  if (process.platform !== 'linux' || !command) return { command: [] }
  for (const options of arguments_) if (await works(command, options)) return { command: [command, ...options, '--'] }
  return { command: [] }
}

const works = (command: string, options: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(command, [...options, '--', process.execPath, '-e', hasNoNetwork], { env: {}, timeout: 10_000 }, (error) =>
      resolve(!error),
    )
  })

export const hasFilePermissions = process.allowedNodeEnvironmentFlags.has('--permission')
export const hasProcessFiles = existsSync('/proc/self/status')

/** For an operator's `doctor`. */
export async function readerIsolation(): Promise<ReaderIsolation> {
  const { command } = await networkNamespace()
  return { network: command.length > 0, files: hasFilePermissions, memory: hasProcessFiles }
}
