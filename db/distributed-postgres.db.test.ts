import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from './testing.ts'

const document = readFileSync(join(import.meta.dirname, '../docs/distributed-postgres.md'), 'utf8')

test('docs/distributed-postgres.md says of each table once what it would become', async () => {
  const { pool } = await testDatabase()
  const { rows } = await pool.query<{ name: string }>(`
    select case schemaname when 'public' then tablename else schemaname || '.' || tablename end as name
      from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
  const tables = rows.map(({ name }) => name)
  const named = document
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([\w.*]+)`/g)].map(([, name = '']) => name))
  const covers = (name: string) => (table: string) => (name.endsWith('*') ? table.startsWith(name.slice(0, -1)) : table === name)
  expect(named.filter((name) => !tables.some(covers(name)))).toEqual([])
  const timesNamed = (table: string) => named.filter((name) => covers(name)(table)).length
  expect(tables.filter((table) => timesNamed(table) !== 1)).toEqual([])
})
