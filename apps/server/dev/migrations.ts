import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '@duo/db/connection/with-client.ts'
import { minifySync, transformWithOxc } from 'vite'

export interface AppliedMigrations {
  applied: string[]
  edited: string[]
}

/**
 * Compares the applied migrations with `folder`, by hashes in a development-only table. Ignores comments and layout. A migration may
 * have a folder of its name.
 */
export function compareMigrations(url: string, folder: string): Promise<AppliedMigrations> {
  return withClient(url, 'duo-dev', async (client) => {
    const {
      rows: [table],
    } = await client.query<{ migrated: string | null }>("select to_regclass('kysely_migration') as migrated")
    if (!table?.migrated) return { applied: [], edited: [] }
    await client.query(
      'create table if not exists development_migration (name text primary key, applied_at text not null, hash text not null)',
    )
    const { rows } = await client.query<{ name: string; timestamp: string; applied_at: string | null; hash: string | null }>(
      `select name, timestamp, d.applied_at, d.hash
         from kysely_migration left join development_migration d using (name) order by name`,
    )
    const edited: string[] = []
    const files = new Set(readdirSync(folder))
    for (const { name, timestamp, applied_at, hash } of rows) {
      if (!files.has(`${name}.ts`)) continue
      const now = await hashOf(join(folder, name))
      // rolled back and applied again: the old hash is void
      if (applied_at !== timestamp)
        await client.query(
          `insert into development_migration values ($1, $2, $3)
             on conflict (name) do update set applied_at = excluded.applied_at, hash = excluded.hash`,
          [name, timestamp, now],
        )
      else if (hash !== now) edited.push(name)
    }
    return { applied: rows.map(({ name }) => name), edited }
  })
}

export function describeEdited({ applied, edited }: AppliedMigrations, isExternal: boolean): string {
  const undone = applied.slice(applied.indexOf(edited[0] ?? '')).reverse()
  const command = `npm run migrate -- down${isExternal ? ' --yes' : ''}`
  const times = undone.length > 1 ? ` (${undone.length} times: ${undone.join(', ')})` : ''
  return [
    `${edited.map((name) => `db/migrations/${name}.ts`).join(', ')} changed after it was applied. Nothing is undone automatically:`,
    `  ${command}${times} undoes it and loses the data of its tables and columns; it is then applied again`,
    '  or revert the change and write a new migration',
  ].join('\n')
}

async function hashOf(path: string): Promise<string> {
  const parts = existsSync(path) ? readdirSync(path).sort() : []
  const hash = createHash('sha256')
  for (const file of [`${path}.ts`, ...parts.map((part) => join(path, part))]) hash.update(await bareText(file))
  return hash.digest('hex')
}

async function bareText(file: string): Promise<string> {
  const text = readFileSync(file, 'utf8')
  if (!file.endsWith('.ts')) return text
  const { code } = await transformWithOxc(text, file, { sourcemap: false })
  return minifySync(file, code, { compress: false, mangle: false }).code
}
