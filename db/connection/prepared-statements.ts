import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { errorCode } from '../errors.ts'

type Send = (config: unknown, values?: unknown, callback?: unknown) => unknown
type Query = { text: string; values: readonly unknown[]; name?: string }

/** A prepared statement costs about 10 kB per Postgres process; longer texts are bulk inserts, which never repeat. */
const MAX_STATEMENTS = 500
const MAX_TEXT = 8_000

/** Prepares every query with parameters: planning costs more than running our short queries. The name is a hash of the SQL. */
export function usePreparedStatements(client: PoolClient): void {
  const send: Send = client.query.bind(client)
  const names = new Map<string, string>()
  let renewed = 0

  const query: Send = (config, values, callback) => {
    const named = withName(names, config, values)
    if (!named) return send(config, values, callback)
    if (typeof values === 'function') return send(named, values)
    if (callback) return send(named, callback)
    return Promise.resolve(send(named)).catch((error: unknown) => {
      const isAlone = client.getTransactionStatus() === 'I'
      if (!isStalePlan(error)) throw error
      if (names.get(named.text) === named.name) {
        renewed += 1
        names.set(named.text, `${statementName(named.text)}.${renewed}`)
      }
      // Postgres failed before running anything, so retry; inside a transaction the failure has already aborted it
      if (!isAlone) throw error
      return send({ ...named, name: names.get(named.text) })
    })
  }
  client.query = query as PoolClient['query']
}

/** Removes statement names, also those of libraries: a transaction pooler may use another session, which lacks the statement. */
export function disablePreparedStatements(client: PoolClient): void {
  const send: Send = client.query.bind(client)
  const query: Send = (config, values, callback) =>
    send(isPlainQuery(config) ? { ...config, name: undefined } : config, values, callback)
  client.query = query as PoolClient['query']
}

function withName(names: Map<string, string>, config: unknown, values: unknown): (Query & { name: string }) | null {
  const query = asQuery(config, values)
  if (!query || query.name || query.values.length === 0) return null
  const existing = names.get(query.text)
  if (existing) return { ...query, name: existing }
  if (names.size >= MAX_STATEMENTS || query.text.length > MAX_TEXT) return null
  const name = statementName(query.text)
  names.set(query.text, name)
  return { ...query, name }
}

function asQuery(config: unknown, values: unknown): Query | null {
  if (typeof config === 'string') return Array.isArray(values) ? { text: config, values } : null
  if (!isPlainQuery(config)) return null
  return Array.isArray(values) ? { ...config, values } : config
}

/** Excludes pg's own query classes, such as cursors, which bring their own protocol. */
function isPlainQuery(config: unknown): config is Query {
  return (
    typeof config === 'object' && config !== null && !('submit' in config) && 'values' in config && Array.isArray(config.values)
  )
}

function statementName(text: string): string {
  return createHash('sha1').update(text).digest('base64url')
}

/** "cached plan must not change result type": a migration changed a table that the statement reads with `select *`. */
function isStalePlan(error: unknown): boolean {
  return errorCode(error) === '0A000' && error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}
