import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The source folder, because the build copies no drawings. */
const here = join(dirname(createRequire(import.meta.url).resolve('@duo/features/package.json')), 'illustrations/drawings')

/** Reads the drawings of a folder, by file name. */
export function readDrawings(folder: string): ReadonlyMap<string, string> {
  const cwd = join(here, folder)
  const files = globSync('*.svg', { cwd })
  return new Map(files.map((file) => [basename(file, '.svg'), readFileSync(join(cwd, file), 'utf8')]))
}

/** Replaces names of colours, which drawings contain in braces. */
export const fillColours = (drawing: string, colours: Readonly<Record<string, string>>) =>
  drawing.replaceAll(/\{([\w.]+)\}/g, (placeholder, name: string) => colours[name] ?? placeholder)
