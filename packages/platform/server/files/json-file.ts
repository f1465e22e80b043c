import { errorMessage } from '@duo/db/errors.ts'
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { type FileFault, inLines, lineAt } from './file-faults.ts'

export type JsonFile =
  | {
      data: unknown
      /** Returns the line of the field's name, or of the nearest existing ancestor. */
      lineOf: (path: PropertyKey[]) => number
      /** Duplicate keys, of which JSON.parse would silently drop the first. */
      repeated: FileFault[]
    }
  | { faults: FileFault[] }

/** Strict: comments and trailing commas are faults. */
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
    return { faults: syntaxFaults(source, errors, errorMessage(error)) }
  }
}

/** One fault per line: later ones are mostly consequences. */
function syntaxFaults(source: string, errors: readonly ParseError[], otherwise: string): FileFault[] {
  const byLine = new Map<number, FileFault>()
  for (const { offset, error } of errors) {
    const line = lineAt(source, offset)
    if (!byLine.has(line)) byLine.set(line, { line, what: `is not valid JSON: ${inWords(printParseErrorCode(error))}` })
  }
  return byLine.size > 0 ? [...byLine.values()] : [{ line: 1, what: `is not valid JSON: ${otherwise}` }]
}

const inWords = (code: string) => code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

function nearest(tree: Node | undefined, path: PropertyKey[]): Node | undefined {
  for (let depth = path.length; tree && depth > 0; depth--) {
    const node = findNodeAtLocation(
      tree,
      path.slice(0, depth).filter((part) => typeof part !== 'symbol'),
    )
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
