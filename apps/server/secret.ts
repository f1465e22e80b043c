import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Shortest secret that is one (256 bits as base64url have 43 letters). */
const shortest = 32

/**
 * The key that signs tickets when none is configured: made once, kept in the data folder, readable by its owner only. It lives and
 * dies with the embedded database whose entries it opens. Written beside its place and linked into it, so that a crash leaves
 * a whole secret or none; throws when the file holds none.
 */
export function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const fresh = `${file}.${process.pid}`
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(fresh, randomBytes(33).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh)
  }
  const secret = readFileSync(file, 'utf8')
  if (secret.length < shortest)
    throw new Error(`${file} holds no secret; remove it to have a new one made (tickets that are out stop working)`)
  return secret
}
