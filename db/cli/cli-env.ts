import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allowPlaintext, databaseTls, isDatabasePrivate, plaintextError } from './plaintext.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export type CliEnv = {
  /** The database to use: past a pooler where DATABASE_DIRECT_URL names that way. Undefined for the embedded one. */
  databaseUrl: string | undefined
  /** Folder of the embedded database, absolute. A relative DATA_DIR counts from the root of the repository, wherever it is run. */
  dataDir: string
  /** False where PREPARED_STATEMENTS=off says that a pooler stands in between, and nothing leads past it. */
  preparedStatements: boolean
}

/** The database in words, without its password. */
export function databaseName({ databaseUrl, dataDir }: Pick<CliEnv, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`
  const { host, pathname } = URL.canParse(databaseUrl) ? new URL(databaseUrl) : { host: '', pathname: '' }
  return `the database of DATABASE_URL (${host}${pathname})`
}

/** What to say instead of changing the database at DATABASE_URL, which may be everybody's, unasked; null where --yes was said or it is ours. */
export function requireConfirmation(env: CliEnv, { yes }: { yes: boolean }): string | null {
  return !env.databaseUrl || yes ? null : `this changes ${databaseName(env)}: add --yes to do it`
}

/**
 * What the command-line tools know of the environment, `.env` at the root of the repository included (variables that are already set
 * win). The only place where they read it; the server has its own.
 */
export function cliEnv(): CliEnv {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const directUrl = process.env.DATABASE_DIRECT_URL || undefined
  const [name, databaseUrl] = directUrl
    ? ['DATABASE_DIRECT_URL', directUrl]
    : ['DATABASE_URL', process.env.DATABASE_URL || undefined]
  const isAllowed = process.env[allowPlaintext]?.split(',').includes(name)
  if (databaseUrl && URL.canParse(databaseUrl) && !isAllowed && !isDatabasePrivate(databaseUrl))
    throw plaintextError(name, databaseTls)
  return {
    databaseUrl,
    dataDir: resolve(ROOT, process.env.DATA_DIR || '.data'),
    preparedStatements: directUrl !== undefined || process.env.PREPARED_STATEMENTS !== 'off',
  }
}
