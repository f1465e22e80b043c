import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool, PoolClient, QueryResult } from 'pg'

interface Statement {
  text: string
  values: unknown[]
  answered: unknown[]
}

export async function record(pool: Pool, call: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const restore: (() => void)[] = []
  const listen = (client: PoolClient) => {
    const send: (text: string, values?: unknown[]) => Promise<QueryResult> = client.query.bind(client)
    const query = async (text: string, values: unknown[] = []) => {
      const result = await send(text, values)
      statements.push({ text, values, answered: Object.values(result.rows[0] ?? {}) })
      return result
    }
    const sent = client.query
    Object.assign(client, { query })
    restore.push(() => Object.assign(client, { query: sent }))
  }
  pool.on('acquire', listen)
  await call()
  pool.off('acquire', listen)
  for (const undo of restore.reverse()) undo()
  return statements
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Replays recorded statements on one connection. `fresh` consistently replaces every id, address, code and hash. */
export async function replay(pool: Pool, statements: Statement[], fresh: boolean): Promise<void> {
  const renewed = new Map<unknown, unknown>()
  const client = await pool.connect()
  try {
    for (const { text, values, answered } of statements) {
      const result = await client.query({ text, values: fresh ? values.map((value) => renew(renewed, value)) : values })
      for (const [i, value] of Object.values(result.rows[0] ?? {}).entries()) renewed.set(answered[i], value)
    }
  } finally {
    client.release()
  }
}

function renew(renewed: Map<unknown, unknown>, value: unknown): unknown {
  if (renewed.has(value)) return renewed.get(value)
  if (typeof value !== 'string') return value
  const replaceId = (old: string, make: () => string) => {
    if (!renewed.has(old)) renewed.set(old, make())
    return String(renewed.get(old))
  }
  if (/^[0-9A-Z]{10}$/.test(value)) return replaceId(value, () => randomBytes(5).toString('hex').toUpperCase())
  if (/^[\w-]{22}$/.test(value)) return replaceId(value, () => randomBytes(16).toString('base64url'))
  return value.replaceAll(uuids, (old) => replaceId(old, randomUUID))
}
