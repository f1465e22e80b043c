import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { type FileFault, inLines, lineAt } from './file-faults.ts'

/** A JSON file that knows its lines, or why it is no JSON. */
export type JsonFile =
  | {
      data: unknown
      /** The line of a field: of its name, or of the nearest field around it that is there. */
      lineOf: (path: PropertyKey[]) => number
      /** Fields that an object has twice: the first would be lost without a word. */
      repeated: FileFault[]
    }
  | { faults: FileFault[] }

/** Parses JSON without extras: comments and trailing commas are faults. */
export function parseJson(source: string): JsonFile {
  const errors: ParseError[] = []
  const tree = parseTree(source, errors, { disallowComments: true })
  try {
    const data: unknown = JSON.parse(source)
    return {
      data,
      lineOf: (path) => lineAt(source, nearest(tree, path)?.offset ?? 0),
      repeated: tree ? repeatedFields(source, tree, []) : [],
    }
  } catch (error) {
    return { faults: syntaxFaults(source, errors, (error as Error).message) }
  }
}

/** One fault a line: what follows a mistake in its line is mostly its consequence. */
function syntaxFaults(source: string, errors: readonly ParseError[], otherwise: string): FileFault[] {
  const byLine = new Map<number, FileFault>()
  for (const { offset, error } of errors) {
    const line = lineAt(source, offset)
    if (!byLine.has(line)) byLine.set(line, { line, what: `is no JSON: ${inWords(printParseErrorCode(error))}` })
  }
  return byLine.size > 0 ? [...byLine.values()] : [{ line: 1, what: `is no JSON: ${otherwise}` }]
}

/** `CommaExpected` as `comma expected`. */
const inWords = (code: string) => code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

/** The node at a path, with its name where it has one, or the nearest around it. */
function nearest(tree: Node | undefined, path: PropertyKey[]): Node | undefined {
  for (let depth = path.length; tree && depth > 0; depth--) {
    const node = findNodeAtLocation(tree, path.slice(0, depth) as (string | number)[])
    if (node) return node.parent?.type === 'property' ? node.parent : node
  }
  return tree
}

function repeatedFields(source: string, { type, children = [] }: Node, path: PropertyKey[]): FileFault[] {
  if (type === 'array') return children.flatMap((child, index) => repeatedFields(source, child, [...path, index]))
  if (type !== 'object') return []
  const seen = new Set<string>()
  return children.flatMap(({ offset, children: [key, value] = [] }) => {
    const name = String(key?.value)
    const at = [...path, name]
    const twice = seen.has(name) ? inLines([{ path: at, what: 'is given twice' }], () => lineAt(source, offset), name) : []
    seen.add(name)
    return [...twice, ...(value ? repeatedFields(source, value, at) : [])]
  })
}
