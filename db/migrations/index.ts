/// <reference types="vite/client" />
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Migration } from 'kysely/migration'

/** Read from the folder, so that a new file needs no line here. A bundled server has no folder: Vite lists the files when it bundles. */
const files: Record<string, Migration> = import.meta.env
  ? import.meta.glob<Migration>(['./[0-9]*.ts', '!./*.test.ts'], { eager: true })
  : await importFolder()

async function importFolder(): Promise<Record<string, Migration>> {
  const names = readdirSync(import.meta.dirname).filter((name) => /^\d.*(?<!\.test)\.ts$/.test(name))
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await import(/* @vite-ignore */ `./${name}`)) as Migration])),
  )
}

/** All migrations by name, in order. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(files)
    .map(([file, migration]): [string, Migration] => [basename(file, '.ts'), migration])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
)
