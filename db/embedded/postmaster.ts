import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errorCode } from '../errors.ts'

/** The main process of the server, as its pid file tells: https://www.postgresql.org/docs/18/storage-file-layout.html */
export type Postmaster = { pid: number; port: number; ready: boolean }

/** The server that runs on a folder, or null. */
export function findPostmaster(pgData: string): Postmaster | null {
  const found = readPidFile(pidFile(pgData))
  return found && isPostmaster(found.pid, pgData) ? found : null
}

/**
 * Removes a pid file whose number belongs to another program by now (a container that kept its volume, a restarted machine). Postgres
 * would refuse to start for ever; where the number belongs to nobody it clears the file itself.
 */
export function clearForeignPidFile(pgData: string): void {
  const file = pidFile(pgData)
  const found = readPidFile(file)
  if (!found || !isAlive(found.pid) || isPostmaster(found.pid, pgData)) return
  // Taken away before it is looked at again: a server that started meanwhile has written a new one, which goes back.
  const taken = `${file}.${randomBytes(4).toString('hex')}`
  if (!attempt(() => renameSync(file, taken), 'ENOENT')) return
  if (readPidFile(taken)?.pid !== found.pid) attempt(() => linkSync(taken, file), 'EEXIST')
  rmSync(taken)
}

/** The port of the last start, which Postgres keeps in postmaster.opts; null before the first. */
export function lastPort(pgData: string): number | null {
  const options = read(join(pgData, 'postmaster.opts'))
  const port = /"-p" "(\d+)"/.exec(options)?.[1]
  return port ? Number(port) : null
}

function pidFile(pgData: string): string {
  return join(pgData, 'postmaster.pid')
}

function readPidFile(file: string): Postmaster | null {
  const lines = read(file).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' } : null
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}

function isPostmaster(pid: number, pgData: string): boolean {
  if (process.platform === 'win32') return isAlive(pid)
  const command = commandLine(pid)
  if (!/^postgres(:|$)/.test(basename(command[0] ?? ''))) return false
  // It works inside its folder. The folder may have another name there than here, and its name is all we get where /proc is missing.
  return worksIn(pid, pgData) ?? command.join(' ').includes(pgData)
}

/** Empty for a process that is gone, or dead but not yet collected by its parent. */
function commandLine(pid: number): string[] {
  if (process.platform === 'linux') return readOfProcess(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')) ?? []
  return readOfProcess(() => execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).split(' ')) ?? []
}

function worksIn(pid: number, folder: string): boolean | null {
  return readOfProcess(() => {
    const [theirs, ours] = [statSync(readlinkSync(`/proc/${pid}/cwd`)), statSync(folder)]
    return theirs.ino === ours.ino && theirs.dev === ours.dev
  })
}

/** Processes end, and other users' may not be looked at: both are answers here. */
function readOfProcess<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

function attempt(action: () => void, expected: string): boolean {
  try {
    action()
    return true
  } catch (error) {
    if (errorCode(error) === expected) return false
    throw error
  }
}
