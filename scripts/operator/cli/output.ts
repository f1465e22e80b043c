import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | Date | null | undefined | readonly string[]
export type Row = Record<string, Cell>

/** Options of every command that prints rows. */
export interface Format {
  json?: boolean
  csv?: boolean
}

/** A head and rows; lists joined by commas, moments as ISO 8601, nothing for null. */
export const csv = (rows: readonly Row[], columns: readonly string[]) => csvHead(columns) + csvRows(rows, columns)

export const csvHead = (columns: readonly string[]) => stringify([columns])

/**
 * Rows without a head. What a spreadsheet would run as a formula gets a ' in front (cells that begin with = + - @, a tab or a return):
 * people type descriptions, and operators open them.
 */
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

/** Rows in columns as wide as their widest cell, for a person; moments to the minute. Empty without rows. */
export function table(rows: readonly Row[], columns: readonly string[]): string {
  if (rows.length === 0) return ''
  const lines = [[...columns], ...rows.map((row) => columns.map((column) => short(row[column])))]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)))
  return lines.map((line) => `${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd()).join('\n')
}

const short = (cell: Cell) => (cell instanceof Date ? moment(cell) : printable(String(text(cell))))

/** `2026-03-14 09:26`, UTC. */
export const moment = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')

/** Without control characters: what people typed must not move the cursor or recolour the terminal. */
export const printable = (typed: string) => typed.replace(/\p{Cc}+/gu, ' ')
