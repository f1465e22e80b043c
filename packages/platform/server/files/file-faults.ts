import type { z } from 'zod'

export interface FieldFault {
  /** A missing field has the path where it belongs. */
  path: PropertyKey[]
  what: string
}

export interface FileFault {
  line: number
  /** Counted from 1, for characters that an editor does not show. */
  column?: number
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
  const lines = faults
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, column, what }) => `${file}:${line}${column === undefined ? '' : `:${column}`}: ${what}`)
  return [...new Set(lines)]
}

/**
 * Detects text that is not UTF-8 (Node decodes invalid bytes as U+FFFD), and characters that XML and therefore the feed cannot contain:
 * control characters besides tab and line breaks, and noncharacters.
 */
export function encodingFaults(source: string): FileFault[] {
  const at = source.indexOf('\uFFFD')
  const encoding = at < 0 ? [] : [{ line: lineAt(source, at), what: 'file: is not UTF-8 text: save it as UTF-8' }]
  return [...encoding, ...Array.from(source.matchAll(forbidden), (match) => characterFault(source, match))]
}

const forbidden = /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/gu

function characterFault(source: string, { 0: character, index }: RegExpExecArray): FileFault {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  const before = source.slice(source.lastIndexOf('\n', index - 1) + 1, index)
  return {
    line: lineAt(source, index),
    column: Array.from(before).length + 1,
    what: `file: has the control character U+${code}: remove it`,
  }
}

export const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length
