import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { errorMessage } from '@duo/db/errors.ts'
import { folderFault } from '@duo/embedded-postgres/data-folder/folder-fault.ts'
import type { Env } from '../config/env.ts'
import { root } from '../config/paths.ts'

/** Bytes. Postgres needs 16 MB for its next WAL file. */
const tooLittle = 20 * 1024 * 1024

/** Throws why the start failed. On a full disk, Postgres fails in many ways, and most of its errors do not name the disk. */
export async function explainFullDisk(env: Env, error: unknown): Promise<never> {
  const dataDir = resolve(root, env.DATA_DIR)
  const disk = env.DATABASE_URL ? null : await statfs(dataDir).catch(() => null)
  if (disk === null || disk.bavail * disk.bsize > tooLittle) throw error
  throw folderFault(dataDir, Object.assign(new Error(errorMessage(error), { cause: error }), { code: 'ENOSPC' }))
}
