import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode } from '@duo/db/errors.ts'
import { folderFault } from '@duo/embedded-postgres/data-folder/folder-fault.ts'
import { makeFolder } from '@duo/embedded-postgres/data-folder/make-folder.ts'

const minSecretLength = 32

/** Returns the data folder's signing key and creates it if missing. Throws if the stored key is too short or the folder is unusable. */
export function ownSecret(dataDir: string): string {
  try {
    return readOrCreateSecret(dataDir, randomBytes(33).toString('base64url'))
  } catch (error) {
    throw folderFault(dataDir, error)
  }
}

export function storedSecret(dataDir: string): string | null {
  const file = join(dataDir, 'secret')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Stores the secret unless one exists, and returns the stored one. */
export function readOrCreateSecret(dataDir: string, secret: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) create(file, secret)
  const existing = readFileSync(file, 'utf8')
  if (existing.length < minSecretLength)
    throw new Error(`${file} holds no valid secret; remove it to generate a new one (which invalidates issued tickets)`)
  return existing
}

/** Atomic: temporary file, then link. Does nothing if another process has been faster. */
function create(file: string, secret: string): void {
  const fresh = `${file}.${process.pid}`
  makeFolder(dirname(file))
  try {
    writeFileSync(fresh, secret, { mode: 0o600 })
    linkSync(fresh, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(fresh, { force: true })
  }
}
