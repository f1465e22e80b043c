import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errorCode } from './errors.ts'

/** The server's main process as described by its pid file (https://www.postgresql.org/docs/18/storage-file-layout.html). */
export type Postmaster = { pid: number; port: number; ready: boolean }

export function findPostmaster(pgData: string): Postmaster | null {
  const found = readPidFile(pidFile(pgData))
  return found && isPostmaster(found.pid, pgData) ? found : null
}

/** Removes a pid file whose pid belongs to another program. Postgres itself only clears files of dead pids. */
export function clearForeignPidFile(pgData: string): void {
  const file = pidFile(pgData)
  const found = readPidFile(file)
  if (!found || !isAlive(found.pid) || isPostmaster(found.pid, pgData)) return
  // move it, then check again: if a server has started meanwhile, put its new file back
  const taken = `${file}.${randomBytes(4).toString('hex')}`
  if (!attempt(() => renameSync(file, taken), 'ENOENT')) return
  if (readPidFile(taken)?.pid !== found.pid) attempt(() => linkSync(taken, file), 'EEXIST')
  rmSync(taken)
}

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
  // compare working directories, because the process may use another path; without /proc, compare paths
  return worksIn(pid, pgData) ?? command.join(' ').includes(pgData)
}

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

function readOfProcess<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}

export function isAlive(pid: number): boolean {
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
