import { posix } from 'node:path'
import { isTest } from '../source/files.ts'
import { edges } from './resolve.ts'
import type { Rule, Tree } from './table.ts'

/** Reports circular imports of files; lazy ones and type imports count. */
export const cycles: Rule = (tree) =>
  circlesIn(importsOf(tree)).map((circle) => ({
    path: circle[0] ?? '',
    message: `imports itself: ${circle.join(' → ')}`,
  }))

/** Reports circular imports of features; type imports count. */
export const featureCycles: Rule = (tree) =>
  circlesIn(importsBetween(tree, featureOf)).map((circle) => ({
    path: `packages/features/${circle[0]}`,
    message: `features import each other: ${circle.join(' → ')}`,
  }))

/** Reports folders that import each other, where the table asks for an order of folders. Type imports count. */
export const folderCycles: Rule = (tree) => {
  const folderOf = (path: string) => (tree.table.ordered.test(path) ? posix.dirname(path) : undefined)
  return circlesIn(importsBetween(tree, folderOf)).map((circle) => ({
    path: circle[0] ?? '',
    message: `folders import each other: ${circle.map((folder) => posix.basename(folder)).join(' → ')}`,
  }))
}

type PlaceOf = (path: string) => string | undefined

/** Returns which places import which others, without tests. A file without a place is ignored. */
function importsBetween(tree: Tree, placeOf: PlaceOf): Map<string, string[]> {
  const next = new Map<string, string[]>()
  for (const [path, targets] of importsOf(tree)) {
    if (isTest(path)) continue
    const place = placeOf(path)
    const others = targets.flatMap((target) => placeOf(target) ?? []).filter((other) => other !== place)
    if (place) next.set(place, [...(next.get(place) ?? []), ...others])
  }
  return next
}

const featureOf = (path: string) => /^packages\/features\/([^/]+)\//.exec(path)?.[1]

const importsOf = ({ modules, table }: Tree): Map<string, string[]> =>
  new Map(modules.map((module) => [module.path, edges(module, table).flatMap(({ to }) => to ?? [])]))

function circlesIn(next: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>()
  const found: string[][] = []
  const visit = (node: string, way: string[]) => {
    const start = way.indexOf(node)
    if (start !== -1) found.push([...way.slice(start), node])
    if (start !== -1 || done.has(node)) return
    for (const target of next.get(node) ?? []) visit(target, [...way, node])
    done.add(node)
  }
  for (const node of next.keys()) visit(node, [])
  return found
}
