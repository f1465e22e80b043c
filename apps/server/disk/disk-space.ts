import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Share of a disk below which it counts as nearly full. */
const nearlyFullBelow = 0.1

export interface DiskSpace {
  /** Bytes that this user may still write. */
  free: number
  size: number
  isNearlyFull: boolean
}

/** Reads the space of the disk of a folder, which need not exist yet. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(existingParent(folder))
  const [free, size] = [bavail * bsize, blocks * bsize]
  return { free, size, isNearlyFull: free < size * nearlyFullBelow }
}

/** Returns the folder, or the nearest one above it that exists. */
export const existingParent = (folder: string): string => (existsSync(folder) ? folder : existingParent(dirname(folder)))
