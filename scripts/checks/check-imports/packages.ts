import { isTest } from '../source/files.ts'
import { edges } from './resolve.ts'
import type { Rule, Table } from './table.ts'

/** Reports packages and Node modules that a folder of the table may not import, not even for types. Tests are exempt. */
export const packages: Rule = ({ modules, table }) =>
  modules.flatMap((module) => {
    const allowed = isTest(module.path) ? undefined : allowedIn(module.path, table)
    if (allowed === undefined) return []
    return edges(module, table)
      .filter(({ to, specifier }) => to === undefined && !allowed.includes(specifier))
      .map(({ specifier, line }) => ({
        path: module.path,
        line,
        message: `'${specifier}': this folder is pure: pass in what it needs`,
      }))
  })

function allowedIn(path: string, { packages }: Table): string[] | undefined {
  const folder = Object.keys(packages)
    .filter((place) => path.startsWith(place))
    .sort((a, b) => b.length - a.length)[0]
  return folder === undefined ? undefined : packages[folder]
}
