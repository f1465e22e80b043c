import { posix } from 'node:path'
import { isTest } from '../source/files.ts'
import type { Problem } from '../source/problem.ts'
import { edges } from './resolve.ts'
import type { Rule, Tree } from './table.ts'

/** Reports circular imports of files; lazy ones and type imports count. */
export const cycles: Rule = (tree) =>
  circlesIn(importsOf(tree)).map((circle) => ({
    path: circle[0] ?? '',
    message: `imports itself: ${circle.join(' → ')}`,
  }))

/** Reports features that import each other. Type imports count. */
export const featureCycles: Rule = (tree) => placeCycles(tree, 'features', featureOf)

/** Reports folders that import each other, where the table asks for an order of folders. Type imports count. */
export const folderCycles: Rule = (tree) =>
  placeCycles(tree, 'folders', (path) => (tree.table.ordered.test(path) ? posix.dirname(path) : undefined))

/** Compares places instead of files, without tests. A file without a place is ignored. */
function placeCycles(tree: Tree, what: string, placeOf: (path: string) => string | undefined): Problem[] {
  const next = new Map<string, string[]>()
  for (const [path, targets] of importsOf(tree)) {
    const place = isTest(path) ? undefined : placeOf(path)
    const others = targets.flatMap((target) => placeOf(target) ?? []).filter((other) => other !== place)
    if (place) next.set(place, [...(next.get(place) ?? []), ...others])
  }
  return circlesIn(next).map((circle) => ({
    path: circle[0] ?? '',
    message: `${what} import each other: ${circle.map((place) => posix.basename(place)).join(' → ')}`,
  }))
}

const featureOf = (path: string) => /^packages\/features\/[^/]+(?=\/)/.exec(path)?.[0]

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
