import type { z } from 'zod'

export interface FieldFault {
  /** A missing field has the path where it belongs. */
  path: PropertyKey[]
  what: string
}

export interface FileFault {
  line: number
  what: string
}

/** Parse with `reportInput`. */
export function fieldFaults(error: z.ZodError): FieldFault[] {
  return error.issues.flatMap((issue) => {
    const { path } = issue
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], what: 'there is no such field' }))
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    return [{ path, what: missing ? 'is missing' : issue.message }]
  })
}

export function inLines(faults: readonly FieldFault[], lineOf: (path: PropertyKey[]) => number, whole: string): FileFault[] {
  return faults.map(({ path, what }) => ({ line: lineOf(path), what: `${fieldName(path) || whole}: ${what}` }))
}

/** Counts list items from 1: `en.notes.3.title`. */
const fieldName = (path: PropertyKey[]) => path.map((part) => (typeof part === 'number' ? `${part + 1}` : String(part))).join('.')

export function formatFaults(file: string, faults: readonly FileFault[]): string[] {
  const lines = faults.toSorted((one, other) => one.line - other.line).map(({ line, what }) => `${file}:${line}: ${what}`)
  return [...new Set(lines)]
}

/** Detects text that is not UTF-8: Node decodes invalid bytes as U+FFFD. */
export function encodingFaults(source: string): FileFault[] {
  const at = source.indexOf('\uFFFD')
  return at < 0 ? [] : [{ line: lineAt(source, at), what: 'file: is not UTF-8 text: save it as UTF-8' }]
}

export const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length
