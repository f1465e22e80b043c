import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import type { Import, Module } from '../source/module.ts'
import type { Table } from './table.ts'

export interface Edge extends Import {
  from: string
  to: string | undefined
  builtin: boolean
  relative: boolean
}

export function edges(module: Module, table: Table): Edge[] {
  return module.imports.map((one) => {
    const relative = /^\.\.?(?:\/|$)/.test(one.specifier)
    const to = relative
      ? posix.join(posix.dirname(module.path), bare(one.specifier))
      : fileOfName(bare(one.specifier), module, table)
    return { ...one, from: module.path, to, builtin: to === undefined && isBuiltin(one.specifier), relative }
  })
}

const bare = (specifier: string) => specifier.replace(/\?.*$/, '')

/** `#shell/…` is a file of the importer's own workspace (`imports` in its package.json). */
const fileOfName = (specifier: string, { path }: Module, table: Table) =>
  specifier.startsWith('#') ? posix.join(workspaceOf(path, table) ?? '', specifier.slice(1)) : fileOfPackage(specifier, table)

function fileOfPackage(specifier: string, { workspaces, entryPoints }: Table): string | undefined {
  const entryPoint = entryPoints[specifier]
  if (entryPoint !== undefined) return entryPoint
  const name = Object.keys(workspaces).find((workspace) => specifier === workspace || specifier.startsWith(`${workspace}/`))
  return name === undefined ? undefined : posix.join(workspaces[name] ?? '', specifier.slice(name.length))
}

/** Returns the workspace folder of a file. `scripts` counts as one; files at the root have none. */
export function workspaceOf(path: string, table: Table): string | undefined {
  return [...Object.values(table.workspaces), 'scripts'].find((folder) => path.startsWith(`${folder}/`))
}
