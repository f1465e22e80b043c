import { areNotificationsDelivered, keepsPreparedStatements, poolModeOf } from '@duo/db/connection/pooler.ts'
import { databaseError, databaseUrlFault, errorMessage, isConnectionError } from '@duo/db/errors.ts'
import { type Env, exampleOf, invalidSetting, usesPreparedStatements } from '../config/env.ts'

type Addresses = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** Throws a one-line error if a pooler, which it detects by probing, would break LISTEN or the session locks of migrations. */
export async function requireUsablePooler(env: Env): Promise<void> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = env
  if (!url) return
  const mode = await reach('DATABASE_URL', () => poolModeOf(url))
  if (mode === 'statement')
    throw refusal('DATABASE_URL uses a pooler in statement mode, which has no transactions; transaction mode works')
  if (!directUrl) {
    if (mode === 'session') return
    throw refusal(
      `DATABASE_URL uses a pooler in transaction mode; that also needs an address that bypasses it, for example DATABASE_DIRECT_URL=${exampleOf('DATABASE_DIRECT_URL')}`,
    )
  }
  const directMode = await reach('DATABASE_DIRECT_URL', () => poolModeOf(directUrl))
  if (directMode !== 'session')
    throw refusal(
      `DATABASE_DIRECT_URL uses a pooler in ${directMode} mode; it must bypass the pooler, for example DATABASE_DIRECT_URL=${exampleOf('DATABASE_DIRECT_URL')}`,
    )
  if (!(await areNotificationsDelivered({ url, directUrl })))
    throw refusal('DATABASE_DIRECT_URL and DATABASE_URL name different databases; both must name the same one')
  if (usesPreparedStatements(env) && !(await keepsPreparedStatements(url)))
    throw refusal(
      'PREPARED_STATEMENTS=on needs a pooler that keeps named statements (PgBouncer 1.21 or newer); remove the setting',
    )
}

const refusal = (message: string) => databaseError('POOLER_UNUSABLE', message)

async function reach<T>(key: Addresses, probe: () => Promise<T>): Promise<T> {
  try {
    return await probe()
  } catch (cause) {
    throw settingFault(key, cause)
  }
}

/** Returns a one-line error if the cause is the setting or an unreachable database, else the cause. */
export function settingFault(key: Addresses, cause: unknown): unknown {
  const fault = databaseUrlFault(cause)
  if (fault !== null) return invalidSetting(key, fault)
  if (!isConnectionError(cause)) return cause
  return invalidSetting(key, `names a database that cannot be used now (${errorMessage(cause)})`)
}
