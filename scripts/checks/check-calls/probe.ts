import ts from 'typescript-6'

export interface Probe {
  about: string
  code: string
  /** Expected compiler errors; any other error does not count. */
  codes: readonly number[]
}

/** Probes for one expression, inserted before it: `(probe, probe, expression)`. */
export interface Site {
  start: number
  end: number
  around: readonly [string, string]
  probes: Probe[]
}

export interface Unclear {
  start: number
  why: string
}

export const missingMember = [2339, 2551]
export const wrongArgument = [2322, 2345, 2353, 2554, 2559, 2769, 2820]
export const wrongAnswer = [2322, 2739, 2741]

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

export function replacePart(source: ts.SourceFile, whole: ts.Node, part: ts.Node, text: string): string {
  return source.text.slice(whole.getStart(source), part.getStart(source)) + text + source.text.slice(part.end, whole.end)
}

export const siteOf = (source: ts.SourceFile, node: ts.Node, probes: Probe[]): Site => ({
  start: node.getStart(source),
  end: node.end,
  around: around(source, node),
  probes,
})

function around(source: ts.SourceFile, node: ts.Node): readonly [string, string] {
  if (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)) return ['{(', ')}']
  const statement = ts.findAncestor(node, ts.isExpressionStatement)
  // a line that starts with a bracket would continue the previous one
  return statement?.getStart(source) === node.getStart(source) ? ['void (', ')'] : ['(', ')']
}
