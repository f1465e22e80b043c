import ts from 'typescript-6'

/** A wrong variant of a piece of a file, which the compiler must refuse. */
export interface Probe {
  /** What is wrong about it: `waitlist.join, wrong name`. */
  about: string
  /** The wrong code; an expression. */
  code: string
  /** The compiler's errors that are the expected refusal, and no other one: a stray error must not pass for it. */
  codes: readonly number[]
}

/** The probes of one expression. They are put before it: `(probe, probe, expression)`. */
export interface Site {
  start: number
  end: number
  /** What goes around the expression with its probes. */
  around: readonly [string, string]
  probes: Probe[]
}

/** A piece of code that cannot be tested as it is written, and why. */
export interface Unclear {
  start: number
  why: string
}

export const missingMember = [2339, 2551]
export const wrongArgument = [2322, 2345, 2353, 2554, 2559, 2769, 2820]
export const wrongAnswer = [2322, 2739, 2741]

/** Calls `visit` with a node and everything below it, the outer ones first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** The text of a node with one node inside of it written differently. */
export function rewritten(source: ts.SourceFile, whole: ts.Node, part: ts.Node, text: string): string {
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
  // a line that began with a bracket would go on with the one before
  return statement?.getStart(source) === node.getStart(source) ? ['void (', ')'] : ['(', ')']
}
