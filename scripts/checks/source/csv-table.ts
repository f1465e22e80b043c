import { parse } from 'csv-parse/sync'
import type { z } from 'zod'

/** Parses a table whose rows have an id. `faults` are invalid rows, by id. */
export function readTable<Shape extends z.ZodRawShape>(
  text: string,
  schema: z.ZodObject<Shape>,
): { rows: z.infer<z.ZodObject<Shape>>[]; faults: string[] } {
  const lines = parse(text, { columns: true, skip_empty_lines: true }) as Record<string, string>[]
  const missing = Object.keys(schema.shape).filter((name) => !(name in (lines[0] ?? {})))
  if (missing.length > 0) return { rows: [], faults: [`has no column ${missing.join(', ')}`] }
  const read = lines.map((line) => ({ id: line.id, result: schema.safeParse(line) }))
  return {
    rows: read.flatMap(({ result }) => (result.success ? [result.data] : [])),
    faults: read.flatMap(({ id, result }) => (result.success ? [] : [`${id} ${result.error.issues[0]?.message}`])),
  }
}

export const repeatedIds = (rows: readonly { id: string }[]): string[] =>
  rows.filter(({ id }, i) => rows.findIndex((other) => other.id === id) < i).map(({ id }) => `${id} is listed twice`)
