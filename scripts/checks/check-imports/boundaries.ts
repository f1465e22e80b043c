import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isTest } from '../source/files.ts'
import type { Problem } from '../source/problem.ts'
import { type Edge, edges, workspaceOf } from './resolve.ts'
import type { Rule, Table, Tree } from './table.ts'

export const boundaries: Rule = (tree) =>
  tree.modules.flatMap((module) => edges(module, tree.table).flatMap((edge) => faults(edge, tree)))

function faults(edge: Edge, tree: Tree): Problem[] {
  const { from, to, line, specifier } = edge
  if (to === undefined) return []
  const message = missing(to, edge, tree) ?? wrongName(to, edge, tree.table) ?? crossesBoundary(to, edge, tree.table)
  return message === undefined ? [] : [{ path: from, line, message: `'${specifier}': ${message}` }]
}

function missing(to: string, { relative }: Edge, { root, table, files }: Tree): string | undefined {
  if (files.includes(to) || table.generated.test(to) || (existsSync(join(root, to)) && /\.\w+$/.test(to))) return undefined
  return relative ? 'no such file; imports need a file extension' : 'no such file or entry point'
}

function wrongName(to: string, { from, relative }: Edge, table: Table): string | undefined {
  const home = workspaceOf(from, table)
  if (home === undefined) return undefined
  const name = Object.keys(table.workspaces).find((workspace) => to.startsWith(`${table.workspaces[workspace]}/`))
  if (relative && home !== workspaceOf(to, table) && !table.beforeInstall.test(from))
    return name ? `import another workspace by its name, ${name}` : 'outside of every workspace'
  return undefined
}

function crossesBoundary(to: string, { from, typesOnly }: Edge, table: Table): string | undefined {
  if (!from.includes('/')) return undefined
  const zone = zoneOf(from, table)
  const boundary = zone === undefined ? undefined : table.boundaries[zone]
  if (boundary === undefined) return `${from} has no entry in the import table; add its folder`
  const allowed = [...boundary.imports, ...(typesOnly ? (boundary.types ?? []) : []), ...(isTest(from) ? table.tests : [])]
  if (zoneOf(to, table) === zone || allowed.some((place) => covers(place, to))) return undefined
  return (boundary.types ?? []).some((place) => covers(place, to))
    ? `${zone} may only import types from there`
    : `${zone} may not import ${zoneOf(to, table) ?? to}`
}

const covers = (place: string, path: string) => (place.endsWith('/') ? path.startsWith(place) : path === place)

function zoneOf(path: string, { boundaries }: Table): string | undefined {
  return Object.keys(boundaries)
    .filter((place) => covers(place, path))
    .sort((a, b) => b.length - a.length)[0]
}
