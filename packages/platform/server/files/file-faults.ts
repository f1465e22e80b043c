import type { z } from 'zod'

/** A fault of a field, before its line is known. */
export interface FieldFault {
  /** Where the field is in the file's data; what is missing has the path that it should have. */
  path: PropertyKey[]
  what: string
}

/** A fault in a line of a file. */
export interface FileFault {
  /** From 1. */
  line: number
  /** `<field>: <what>`. */
  what: string
}

/** Returns everything that a schema found wrong (parse with `reportInput`), field by field. */
export function fieldFaults(error: z.ZodError): FieldFault[] {
  return error.issues.flatMap((issue) => {
    const { path } = issue
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], what: 'there is no such field' }))
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    return [{ path, what: missing ? 'is missing' : issue.message }]
  })
}

/** Finds the line of every fault; `whole` names a file as a whole. */
export function inLines(faults: readonly FieldFault[], lineOf: (path: PropertyKey[]) => number, whole: string): FileFault[] {
  return faults.map(({ path, what }) => ({ line: lineOf(path), what: `${fieldName(path) || whole}: ${what}` }))
}

/** A field by its name, places in lists counted from 1: `en.notes.3.title`. */
const fieldName = (path: PropertyKey[]) => path.map((part) => (typeof part === 'number' ? `${part + 1}` : String(part))).join('.')

/** Returns the faults of a file as lines to print, from its top to its end: `<file>:<line>: <field>: <what>`. */
export function formatFaults(file: string, faults: readonly FileFault[]): string[] {
  const lines = faults.toSorted((one, other) => one.line - other.line).map(({ line, what }) => `${file}:${line}: ${what}`)
  // a line with two tags has one fault to read
  return [...new Set(lines)]
}

/** Returns the fault of a text that was not UTF-8: Node reads each byte that is not as this character. */
export function encodingFaults(source: string): FileFault[] {
  const at = source.indexOf('\uFFFD')
  return at < 0 ? [] : [{ line: lineAt(source, at), what: 'file: is not UTF-8 text: save it as UTF-8' }]
}

/** The line, from 1, of a place in a text. */
export const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length
