import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Shortest secret that is one (256 bits as base64url have 43 letters). */
const minSecretLength = 32

/**
 * The key that signs tickets when none is configured: made once, kept in the data folder, readable by its owner only. It lives and
 * dies with the embedded database whose entries it opens. Written beside its place and linked into it, so that a crash leaves
 * a whole secret or none; throws when the file holds none.
 */
export function ownSecret(dataDir: string): string {
  return readOrCreateSecret(dataDir, randomBytes(33).toString('base64url'))
}

/** The secret that a data folder keeps; null where it keeps none. */
export function storedSecret(dataDir: string): string | null {
  const file = join(dataDir, 'secret')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Keeps a secret in a data folder that has none yet. Returns the one that it keeps. */
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
    throw new Error(`${file} holds no secret; remove it to have a new one made (tickets that are out stop working)`)
  return existing
}
