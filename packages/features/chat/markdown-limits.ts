import type { Nodes, Root } from 'mdast'
import { maxReplyLength } from './rules.ts'

/** Characters. Browsers take seconds to lay out much longer words. */
export const longestWord = 8_000

/**
 * Bounds on what the Markdown parser gets: its cost grows with the square of nesting and of delimiters.
 * All are properties of the text alone, so that server and browser decide alike. A text beyond them is shown as plain text.
 */
const limits = {
  /** Characters. */
  length: maxReplyLength,
  lines: 1_000,
  /** Block quotes and list items opened on one line, and in the whole text. */
  containers: { line: 12, text: 500 },
  /** Spaces and tabs before a line's text, which place it in nested lists; before a line of code they only indent it. */
  indentation: { text: 48, code: 120 },
  /** Characters that may begin or end inline markup. Code has many, and the parser passes over them. */
  delimiters: { text: 2_000, code: 6_000 },
  /** Nodes of the parsed tree, with the cells that a table's short rows are filled up with. */
  nodes: 5_000,
  /** How deep nodes are nested. */
  depth: 40,
  /** Characters. Each reference to a definition repeats its address. */
  address: 1_000,
}

const containers = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*/
const container = />|[-+*]|\d+[.)]/g
const delimiters = /[[\]*_~`<|@]|:\/\/|www\./g
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Returns whether a text may be parsed as Markdown. Takes time linear in the text's length. */
export function isParseable(text: string): boolean {
  if (text.length > limits.length) return false
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.length > limits.lines) return false
  const found = { containers: 0, text: 0, code: 0 }
  let opened: string | null = null
  for (const line of lines) {
    const place = opened === null ? 'text' : 'code'
    const inLine = count(containers.exec(line)?.[0] ?? '', container)
    if (place === 'text') found.containers += inLine
    found[place] += count(line, delimiters)
    if (inLine > limits.containers.line || found.containers > limits.containers.text) return false
    if (line.search(/[^ \t]/) > limits.indentation[place] || found[place] > limits.delimiters[place]) return false
    if (line.split(/\s+/).some(({ length }) => length > longestWord)) return false
    opened = fenceAfter(line, opened)
  }
  return true
}

/** Returns the fence of the block of code that the next line is in, or null. */
function fenceAfter(line: string, opened: string | null): string | null {
  const [, marks] = fence.exec(line) ?? []
  if (marks === undefined) return opened
  if (opened === null) return marks
  return marks.startsWith(opened) && line.trim() === marks ? null : opened
}

/** Remark plugin: replaces a tree beyond the limits by the text itself. */
export const remarkBounded = () => (tree: Root, file: { value: unknown }) => {
  if (!isBounded(tree)) tree.children = [{ type: 'paragraph', children: [{ type: 'text', value: String(file.value) }] }]
}

function isBounded(tree: Root): boolean {
  const waiting: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }]
  for (let nodes = 0; ; nodes += 1) {
    const next = waiting.pop()
    if (!next) return true
    const { node, depth } = next
    if (node.type === 'table') nodes += node.children.length * (node.align?.length ?? 0)
    if (nodes > limits.nodes || depth > limits.depth) return false
    if ('url' in node && node.url.length > limits.address) return false
    if ('children' in node) for (const child of node.children) waiting.push({ node: child, depth: depth + 1 })
  }
}
