import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { errorCode } from '@duo/db/errors.ts'

/** Mounts a disk of 150 MB; returns false without the permission to mount. */
export function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=150m,mode=711', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export function fillDisk(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(64 * 1024), { flag: 'a' })
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error
  }
}

export const unmount = (folder: string) => execFileSync('umount', ['--lazy', folder])
