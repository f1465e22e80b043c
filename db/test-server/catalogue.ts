import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'

const query = readFileSync(join(import.meta.dirname, 'catalogue.sql'), 'utf8')

/** Returns the schema as text, without the migrator's own tables. */
export async function describeCatalogue(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(query)
  return `${rows.map(({ text }) => text).join('\n')}\n`
}
