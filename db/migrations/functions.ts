/// <reference types="vite/client" />
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { runScript } from './run-script.ts'

/** Read from the folders of the migrations. A bundled server has no folders: Vite puts the texts into the bundle. */
const files: Record<string, string> = import.meta.env
  ? import.meta.glob<string>('./*/*.sql', { eager: true, query: '?raw', import: 'default' })
  : readFolders()

function readFolders(): Record<string, string> {
  const names = globSync('*/*.sql', { cwd: import.meta.dirname })
  return Object.fromEntries(names.map((name) => [`./${name}`, readFileSync(join(import.meta.dirname, name), 'utf8')]))
}

/** Creates the function of `<migration>/<function>.sql`. */
export async function createFunction(db: Kysely<unknown>, name: string): Promise<void> {
  const text = files[`./${name}.sql`]
  if (text === undefined) throw new Error(`db/migrations/${name}.sql is missing`)
  await runScript(db, text)
}
