import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { emptyDatabase } from '../testing.ts'
import { migrations } from './index.ts'

test('messages of the version before are folded as new ones are', async () => {
  const { db, pool } = await emptyDatabase(onTestFinished)
  await migrate(db, 'up', Object.fromEntries(Object.entries(migrations).slice(0, 1)))
  await pool.query(readFileSync(join(import.meta.dirname, '0001-baseline.rows.sql'), 'utf8'))
  const folded = async () => (await db.selectFrom('chat_message').select('search_text').executeTakeFirstOrThrow()).search_text
  await sql`update chat_message set content = 'A  Straße – teacher’s'`.execute(db)
  expect(await folded()).toBe('a  straße – teacher’s')
  await migrate(db, 'up')
  expect(await folded()).toBe("a strasse - teacher's")
})
