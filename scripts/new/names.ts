import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '../checks/check-imports.ts'

/** Paths of other routes, names that tRPC and JavaScript use, and the entry points of the features. */
const reserved = new Set([
  ...['api', 'assets', 'dev', 'en', 'health', 'metrics', 'pt', 'ready', 'share', 'shared'],
  ...['apply', 'call', 'constructor', 'prototype', 'then'],
  ...['client', 'contract', 'messages', 'seed', 'server', 'testing', 'ui'],
])

/** Returns why a new feature cannot have this name, or null. */
export function nameProblem(root: string, name: string): string | null {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  if (!/^(?=.{1,30}$)[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(name))
    return 'use at most 30 lower-case letters with hyphens, such as reading-list'
  if (reserved.has(name)) return 'this name is reserved'
  if (table.emptyNames.includes(name) || table.emptyEndings.some((ending) => name.endsWith(`-${ending}`)))
    return 'this name says nothing: say what it serves'
  for (const other of readdirSync(join(root, 'packages/features'))) {
    const folder = join(root, 'packages/features', other)
    if (other === name) return 'this feature exists'
    if (read(join(folder, 'ui/routes.ts')).includes(`path: '/${name}`)) return `${other} has pages at /${name}`
    if (read(join(folder, 'messages/en.json')).includes(`"${toSnake(name)}_`))
      return `${other} has messages called ${toSnake(name)}_…`
  }
  if (readdirSync(join(root, 'db/migrations')).some((file) => file.replace(/^\d+-/, '') === `${name}.ts`))
    return 'a migration has this name'
  return null
}

const toSnake = (name: string) => name.replaceAll('-', '_')

/** Returns the value of each placeholder of the templates. */
export function placeholders(name: string, number: string, titles: string[]): Record<string, string> {
  const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const [english = capital(name.replaceAll('-', ' ')), portuguese = english] = titles
  return {
    __feature__: name,
    __feature_name__: toSnake(name),
    __featureName__: camel,
    __FeatureName__: capital(camel),
    __number__: number,
    __English_title__: english,
    __Portuguese_title__: portuguese,
  }
}
