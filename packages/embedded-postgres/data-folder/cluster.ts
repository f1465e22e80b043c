import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { embeddedError, errorCode } from '../errors.ts'
import { folderFault } from './folder-fault.ts'
import { makeFolder } from './make-folder.ts'

/** Includes the major version, because others cannot open the files and the packages lack pg_upgrade. */
const NAME = 'pg18'

export type Cluster = {
  /** The data folder with symbolic links resolved, so that all processes agree on its name. */
  root: string
  /** PGDATA. Appears only when complete, because initdb runs in `staging`. */
  pgData: string
  passwordFile: string
  logFile: string
  staging: string
}

/** Creates the data folder. Throws `EMBEDDED_UNREACHABLE` if this user cannot create or read it. */
export function openCluster(dataDir: string): Cluster {
  const root = createFolder(resolve(dataDir))
  const pgData = join(root, NAME)
  requireAccess(pgData)
  return {
    root,
    pgData,
    passwordFile: join(pgData, 'app.password'),
    logFile: join(root, `${NAME}.log`),
    staging: join(root, `${NAME}.init-`),
  }
}

const parts = [
  ...['PG_VERSION', 'app.password', 'postgresql.conf', 'pg_hba.conf', 'pg_ident.conf', 'global/pg_control', 'base', 'pg_wal'],
  ...['pg_xact', 'pg_multixact', 'pg_commit_ts', 'pg_dynshmem', 'pg_logical', 'pg_notify', 'pg_replslot', 'pg_serial'],
  ...['pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase'],
]

/** Throws `EMBEDDED_INCOMPLETE` if parts of PGDATA are missing, as after an aborted copy. */
export function requireComplete({ pgData }: Cluster): void {
  const missing = parts.filter((part) => !existsSync(join(pgData, part)))
  if (missing.length === 0) return
  const named = missing.slice(0, 3).join(', ') + (missing.length > 3 ? ` and ${missing.length - 3} more` : '')
  throw embeddedError('EMBEDDED_INCOMPLETE', `${pgData} is incomplete (${named} missing): ${copyAgain}`)
}

export const copyAgain =
  'copy the data folder again while its server is stopped, or restore a backup into a new DATA_DIR (npm run restore)'

export function readPassword({ passwordFile }: Cluster): string {
  return readFileSync(passwordFile, 'utf8').trim()
}

function requireAccess(pgData: string): void {
  try {
    accessSync(pgData, constants.R_OK | constants.X_OK)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw embeddedError(
      'EMBEDDED_UNREACHABLE',
      `cannot read ${pgData} (${errorCode(error)}): run this as the user who owns it`,
      error,
    )
  }
}

function createFolder(path: string): string {
  try {
    makeFolder(path)
    return realpathSync(path)
  } catch (error) {
    throw folderFault(path, error)
  }
}
