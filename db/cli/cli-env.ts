import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { namesSeveralHosts, oneHost } from './hosts.ts'
import { loadEnv } from './load-env.ts'
import { allowPlaintext, databaseTls, isDatabasePrivate, plaintextError } from './plaintext.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export type CliEnv = {
  /** DATABASE_DIRECT_URL, else DATABASE_URL. Undefined for the embedded database. */
  databaseUrl: string | undefined
  /** Absolute path. A relative DATA_DIR is relative to the repository root. */
  dataDir: string
  /** False if PREPARED_STATEMENTS=off and there is no direct URL. */
  preparedStatements: boolean
}

export function databaseName({ databaseUrl, dataDir }: Pick<CliEnv, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`
  const { host, pathname } = URL.canParse(databaseUrl) ? new URL(databaseUrl) : { host: '', pathname: '' }
  return `the database of DATABASE_URL (${host}${pathname})`
}

/** Returns why a change needs --yes: DATABASE_URL may be a shared database. Null with --yes or for the embedded one. */
export function requireConfirmation(env: CliEnv, { yes }: { yes: boolean }): string | null {
  return !env.databaseUrl || yes ? null : `this changes ${databaseName(env)}: add --yes to do it`
}

/** Reads the settings of command-line tools, with `.env` as fallback. The server has its own reader. */
export function cliEnv(): CliEnv {
  const file = join(ROOT, '.env')
  if (existsSync(file)) loadEnv(file, process.env)
  const directUrl = process.env.DATABASE_DIRECT_URL || undefined
  const [name, databaseUrl] = directUrl
    ? ['DATABASE_DIRECT_URL', directUrl]
    : ['DATABASE_URL', process.env.DATABASE_URL || undefined]
  if (databaseUrl && namesSeveralHosts(databaseUrl)) throw new Error(`${name} ${oneHost}`)
  const isAllowed = process.env[allowPlaintext]?.split(',').includes(name)
  if (databaseUrl && URL.canParse(databaseUrl) && !isAllowed && !isDatabasePrivate(databaseUrl))
    throw plaintextError(name, databaseTls)
  return {
    databaseUrl,
    dataDir: resolve(ROOT, process.env.DATA_DIR || '.data'),
    preparedStatements: directUrl !== undefined || process.env.PREPARED_STATEMENTS !== 'off',
  }
}
