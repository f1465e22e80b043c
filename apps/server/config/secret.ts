import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const minSecretLength = 32

/** Returns the data folder's signing key and creates it if missing. Throws if the stored key is too short. */
export function ownSecret(dataDir: string): string {
  return readOrCreateSecret(dataDir, randomBytes(33).toString('base64url'))
}

export function storedSecret(dataDir: string): string | null {
  const file = join(dataDir, 'secret')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Stores the secret unless one exists, and returns the stored one. Atomic: temporary file, then link. */
export function readOrCreateSecret(dataDir: string, secret: string): string {
  const file = join(dataDir, 'secret')
  const fresh = `${file}.${process.pid}`
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(fresh, secret, { mode: 0o600 })
  try {
    linkSync(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh)
  }
  const existing = readFileSync(file, 'utf8')
  if (existing.length < minSecretLength)
    throw new Error(`${file} holds no valid secret; remove it to generate a new one (which invalidates issued tickets)`)
  return existing
}
