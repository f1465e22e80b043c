import { spawn } from 'node:child_process'
import { closeSync, existsSync, fchownSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './data-folder/cluster.ts'
import { folderFault } from './data-folder/folder-fault.ts'
import { embeddedError } from './errors.ts'
import type { Identity } from './identity.ts'
import { findPostmaster, lastPort } from './postmaster.ts'
import { cleanEnvironment, run } from './run.ts'

const FLAGS = [
  '-c listen_addresses=127.0.0.1',
  '-c unix_socket_directories=',
  '-c timezone=UTC',
  '-c log_timezone=UTC',
  '-c shared_buffers=64MB',
  '-c max_connections=250',
  '-c io_method=sync',
].flatMap((flag) => flag.split(' '))

const LOG_LIMIT = 5_000_000
const POLL_MS = 10

/** Starts Postgres. Returns null once it accepts connections, else why it ended: another process may have been first. */
export async function launch(
  binaries: Binaries,
  cluster: Cluster,
  identity: Identity,
  flags: readonly string[],
): Promise<string | null> {
  const port = await freePort(lastPort(cluster.pgData))
  const args = ['-D', cluster.pgData, '-p', String(port), ...FLAGS, ...flags]
  const log = openLog(cluster, identity)
  const { file, args: wrapped, options } = identity.command(binaries.postgres, args)
  // detached: Ctrl-C must reach the app, which closes first, but not its database
  const stdio = ['ignore', log.fd, log.fd] as const
  const child = spawn(file, wrapped, {
    ...options,
    env: cleanEnvironment(),
    detached: true,
    stdio: [...stdio],
    windowsHide: true,
  })
  closeSync(log.fd)
  child.unref()
  let failure: string | null = null
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', (code, signal) => {
    failure ??= lastFatal(cluster, log.start) ?? `it ended with ${signal ?? `code ${code}`}`
  })
  while (failure === null) {
    const postmaster = findPostmaster(cluster.pgData)
    if (postmaster?.pid === child.pid && postmaster?.ready) return null
    await sleep(POLL_MS)
  }
  return failure
}

/** Stops the server and waits for it. `immediate` skips the clean shutdown; the next start recovers from the WAL. */
export async function stopPostmaster(
  binaries: Binaries,
  { pgData }: Cluster,
  identity: Identity,
  mode: 'fast' | 'immediate',
): Promise<void> {
  const { code, stderr } = await run(identity, binaries.pg_ctl, ['stop', '-D', pgData, '-m', mode, '-t', '60'])
  if (code !== 0 && findPostmaster(pgData)) throw embeddedError('EMBEDDED_FAILED', `cannot stop Postgres in ${pgData}: ${stderr}`)
}

async function freePort(preferred: number | null): Promise<number> {
  return (preferred && (await tryPort(preferred))) || (await tryPort(0)) || 0
}

function tryPort(port: number): Promise<number | null> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null))
    })
  })
}

function openLog({ logFile, root }: Cluster, { user }: Identity): { fd: number; start: number } {
  try {
    if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT) renameSync(logFile, `${logFile}.old`)
    const fd = openSync(logFile, 'a', 0o600)
    if (user) fchownSync(fd, user.uid, user.gid)
    return { fd, start: statSync(logFile).size }
  } catch (error) {
    throw folderFault(root, error)
  }
}

function lastFatal({ logFile }: Cluster, start: number): string | null {
  if (!existsSync(logFile)) return null
  const written = readFileSync(logFile).subarray(start).toString('utf8')
  const lines = written.split('\n').filter((line) => line.trim())
  return lines.filter((line) => /FATAL|PANIC|error while loading/.test(line)).at(-1) ?? lines.at(-1) ?? null
}
