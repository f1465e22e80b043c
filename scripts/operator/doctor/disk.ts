import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { errorCode } from '@duo/db/errors.ts'
import type { Env } from '@duo/server/config/env.ts'
import { root } from '@duo/server/config/paths.ts'
import { existingParent, readDiskSpace } from '@duo/server/disk/disk-space.ts'
import { type Finding, fault, note, ok } from './finding.ts'

const MB = 1024 * 1024

// bytes: a fault below the first, because Postgres soon rejects writes; a note below the second, and below 10 %
const tooLittle = 500 * MB
const little = 2_000 * MB

/** Checks the disk of the data folder, which stores cached pictures even with an external Postgres. */
export async function checkDisk(env: Env): Promise<Finding> {
  const dataDir = resolve(root, env.DATA_DIR)
  const folder = existingParent(dataDir)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    return fault(`${folder} cannot be written (${errorCode(error)})`, 'run as its owner, or set DATA_DIR to another folder')
  }
  const { free, size, isNearlyFull } = await readDiskSpace(dataDir)
  const share = isNearlyFull ? ` (${Math.floor((free / size) * 100)} %)` : ''
  const says = `${(free / MB / 1024).toFixed(1)} GB${share} free in ${dataDir}`
  const todo = 'free space, or set DATA_DIR to a folder on a larger disk'
  return free < tooLittle ? fault(says, todo) : free < little || isNearlyFull ? note(says, todo) : ok(says)
}
