import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '../errors.ts'

/**
 * Creates a folder and those above it. Not `mkdirSync` with `recursive`, which never returns where a file system says that the folder
 * above does not exist although it does, such as /proc (Node 24).
 */
export function makeFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return
  if (!existsSync(dirname(path))) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // another process was faster
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}
