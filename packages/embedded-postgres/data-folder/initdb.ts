import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Binaries } from '../binaries.ts'
import { embeddedError, errorCode } from '../errors.ts'
import type { Identity, User } from '../identity.ts'
import { run } from '../run.ts'
import type { Cluster } from './cluster.ts'
import { folderFault, folderFaultIn } from './folder-fault.ts'

/** Uses the builtin C.UTF-8, so that no operating system update changes the sort order. */
const LOCALE = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
const ABANDONED_MS = 10 * 60_000

/** Creates PGDATA: initdb in a staging folder, then an atomic rename. If several processes run it, one wins. */
export async function createPgData(binaries: Binaries, cluster: Cluster, identity: Identity): Promise<void> {
  try {
    removeAbandoned(cluster)
    const staging = mkdtempSync(cluster.staging)
    try {
      const pgData = join(staging, 'data')
      await initdb(binaries, identity, { staging, pgData })
      publish(pgData, cluster)
    } finally {
      rmSync(staging, { recursive: true, force: true })
    }
  } catch (error) {
    throw folderFaultIn(cluster.root, String(error)) ?? folderFault(cluster.root, error)
  }
}

async function initdb(
  binaries: Binaries,
  identity: Identity,
  { staging, pgData }: { staging: string; pgData: string },
): Promise<void> {
  const password = join(staging, 'app.password')
  writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  mkdirSync(pgData, { mode: 0o700 })
  giveTo(identity.user, staging, password, pgData)
  const args = ['-D', pgData, '--username=postgres', '--auth=scram-sha-256', `--pwfile=${password}`, ...LOCALE]
  const { code, stderr } = await run(identity, binaries.initdb, args)
  if (code !== 0) throw initdbError(stderr)
  renameSync(password, join(pgData, 'app.password'))
}

function initdbError(stderr: string): Error {
  if (stderr.includes('could not look up effective user ID')) {
    const message = `the user that Postgres would run as (uid ${process.getuid?.()}) has no entry in /etc/passwd, which initdb needs`
    return embeddedError('EMBEDDED_NO_USER', `${message}: add one, run as another user, or set DATABASE_URL`)
  }
  return embeddedError('EMBEDDED_FAILED', `initdb failed: ${stderr.split('\n').join('; ')}`)
}

function publish(pgData: string, cluster: Cluster): void {
  try {
    renameSync(pgData, cluster.pgData)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error))) throw error
  }
}

function giveTo(user: User | null, ...paths: string[]): void {
  if (user) for (const path of paths) chownSync(path, user.uid, user.gid)
}

function removeAbandoned({ root, staging }: Cluster): void {
  const abandoned = readdirSync(root)
    .filter((name) => name.startsWith(basename(staging)))
    .map((name) => join(root, name))
    .filter((path) => Date.now() - changedAt(path) > ABANDONED_MS)
  for (const path of abandoned) rmSync(path, { recursive: true, force: true })
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
}
