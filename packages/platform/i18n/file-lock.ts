import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const lockTimeoutMs = 60_000

/** Runs `work` while holding a lock file; takes over the lock of a process that has died. Throws after a minute. */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true })
  const giveUpAt = Date.now() + lockTimeoutMs
  while (!take(file)) {
    if (Date.now() > giveUpAt)
      throw new Error(`${file} is locked by process ${holderOf(file)}: stop that process or remove the file`)
    await sleep(50)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const holder = holderOf(file)
    if (holder > 0 && !isAlive(holder)) rmSync(file, { force: true })
    return false
  }
}

function holderOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
