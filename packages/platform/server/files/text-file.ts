import { readdir, readFile } from 'node:fs/promises'
import { errorCode } from '@duo/db/errors.ts'

/** Strips the byte order mark. Throws for a folder. */
export async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    if (errorCode(error) === 'EISDIR') throw new Error(`${path} is a folder, where a file was expected`)
    throw error
  }
}

/** Returns the names of a folder's files with an ending, sorted. A missing folder counts as empty. */
export async function listFiles(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.endsWith(ending)).sort()
}
