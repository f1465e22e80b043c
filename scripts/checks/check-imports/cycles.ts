import { edges } from './resolve.ts'
import type { Rule } from './table.ts'

/** No file imports itself by way of others, lazily or not. Imports of types count when the table says so. */
export const cycles: Rule = ({ modules, table }) => {
  const targets = (all: ReturnType<typeof edges>) =>
    all.flatMap(({ to, typesOnly }) => (to === undefined || (typesOnly && !table.typeCycles) ? [] : [to]))
  const next = new Map(modules.map((module) => [module.path, targets(edges(module, table))]))
  const done = new Set<string>()
  const found: string[][] = []
  const visit = (path: string, way: string[]) => {
    const start = way.indexOf(path)
    if (start !== -1) found.push([...way.slice(start), path])
    if (start !== -1 || done.has(path)) return
    for (const target of next.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const { path } of modules) visit(path, [])
  return found.map((cycle) => ({ path: cycle[0] ?? '', message: `imports itself: ${cycle.join(' → ')}` }))
}
