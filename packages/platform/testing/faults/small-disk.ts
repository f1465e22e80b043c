import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { errorCode } from '@duo/db/errors.ts'

/** Mounts a disk of 150 MB on a folder; false where this user may not mount one. */
export function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=150m,mode=711', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Writes a file until its disk is full. */
export function fillDisk(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(64 * 1024), { flag: 'a' })
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error
  }
}

/** Takes the disk away again, also while somebody still has a file open on it. */
export const unmount = (folder: string) => execFileSync('umount', ['--lazy', folder])
