import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | Date | null | undefined | readonly string[]
export type Row = Record<string, Cell>

export interface Format {
  json?: boolean
  csv?: boolean
}

/** Formats CSV with a header. Lists are joined by commas, dates ISO 8601, null empty. */
export const csv = (rows: readonly Row[], columns: readonly string[]) => csvHead(columns) + csvRows(rows, columns)

export const csvHead = (columns: readonly string[]) => stringify([columns])

/** Formats CSV rows. Prefixes possible formulas in user input (= + - @, tab, return) with '. */
export const csvRows = (rows: readonly Row[], columns: readonly string[]) =>
  stringify(
    rows.map((row) => columns.map((column) => text(row[column]))),
    { escape_formulas: true },
  )

function text(cell: Cell): string | number {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'number') return cell
  return typeof cell === 'object' ? cell.join(', ') : String(cell)
}

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

export function table(rows: readonly Row[], columns: readonly string[]): string {
  if (rows.length === 0) return ''
  const lines = [[...columns], ...rows.map((row) => columns.map((column) => short(row[column])))]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)))
  return lines.map((line) => `${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd()).join('\n')
}

const short = (cell: Cell) => (cell instanceof Date ? moment(cell) : printable(String(text(cell))))

export const moment = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')

/** Removes control characters, so that user input cannot manipulate the terminal. */
export const printable = (typed: string) => typed.replace(/\p{Cc}+/gu, ' ')
