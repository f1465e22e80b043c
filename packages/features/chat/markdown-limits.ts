import type { Nodes, Root } from 'mdast'
import { maxReplyLength } from './rules.ts'

/** Characters. Browsers take seconds to lay out much longer words. */
export const longestWord = 8_000

/**
 * Bounds on what the Markdown parser gets: its cost grows with the square of nesting, of delimiters in a paragraph and of labels.
 * All are properties of the text alone, so that server and browser decide alike. A text beyond them is shown as plain text.
 */
const limits = {
  /** Characters. */
  length: maxReplyLength,
  lines: 1_000,
  /** Block quotes and list items opened on one line, and in the whole text. */
  containers: { line: 12, text: 500 },
  /** Spaces and tabs before a line's text, which place it in nested lists. */
  indentation: 48,
  /** Characters that may begin or end inline markup, in one paragraph, and in the whole text. */
  delimiters: { paragraph: 800, text: 2_000 },
  /** Nodes of the parsed tree, and how deep they are nested. */
  nodes: 5_000,
  depth: 40,
}

const containers = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))*/
const container = />|[-+*]|\d+[.)]/g
const listItem = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/
const delimiters = /[[\]*_~`<|@]|:\/\/|www\./g

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Returns whether a text may be parsed as Markdown. Takes time linear in the text's length. */
export function isParseable(text: string): boolean {
  if (text.length > limits.length) return false
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.length > limits.lines) return false
  let containersInText = 0
  let inText = 0
  let inParagraph = 0
  for (const line of lines) {
    const prefix = containers.exec(line)?.[0] ?? ''
    const opened = count(prefix, container)
    containersInText += opened
    if (opened > limits.containers.line || containersInText > limits.containers.text) return false
    if (line.search(/[^ \t]/) > limits.indentation) return false
    if (line.trim() === '' || listItem.test(line)) inParagraph = 0
    if (line.split(/\s+/).some(({ length }) => length > longestWord)) return false
    const found = count(line, delimiters)
    inText += found
    inParagraph += found
    if (inParagraph > limits.delimiters.paragraph || inText > limits.delimiters.text) return false
  }
  return true
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
    if (nodes > limits.nodes || next.depth > limits.depth) return false
    if ('children' in next.node) for (const node of next.node.children) waiting.push({ node, depth: next.depth + 1 })
  }
}
