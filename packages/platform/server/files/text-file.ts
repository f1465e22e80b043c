import { readFile } from 'node:fs/promises'
import { errorCode } from '@duo/db/errors.ts'

/** Reads a text, without the byte order mark that some editors begin a file with. A folder of that name is said to be one. */
export async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    if (errorCode(error) === 'EISDIR') throw new Error(`${path} is a folder, where a file was expected`)
    throw error
  }
}
