import { accessSync, constants, existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorCode } from '@duo/db/errors.ts'
import type { Env } from '@duo/server/config/env.ts'
import { root } from '@duo/server/config/paths.ts'
import { type Finding, fault, note, ok } from './finding.ts'

const MB = 1024 * 1024

// bytes: a fault below the first, because Postgres soon rejects writes; a note below the second
const tooLittle = 500 * MB
const little = 2_000 * MB

/** Checks the disk of the data folder, which stores cached pictures even with an external Postgres. */
export async function checkDisk(env: Env): Promise<Finding> {
  const dataDir = resolve(root, env.DATA_DIR)
  const folder = nearest(dataDir)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    return fault(`${folder} cannot be written (${errorCode(error)})`, 'run as its owner, or set DATA_DIR to another folder')
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const says = `${(free / MB / 1024).toFixed(1)} GB free in ${dataDir}`
  const todo = 'free space, or set DATA_DIR to a folder on a larger disk'
  return free < tooLittle ? fault(says, todo) : free < little ? note(says, todo) : ok(says)
}

const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)))
