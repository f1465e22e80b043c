import { Option } from 'commander'
import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | Date | null | undefined | readonly string[]
export type Row = Record<string, Cell>

export interface Format {
  json?: boolean
  csv?: boolean
  excel?: boolean
}

/** A BOM and semicolons make Excel read UTF-8 and separate the cells on a double click, also in Portuguese. */
export const excelOption = () => new Option('--excel', 'prints CSV as Excel opens it: with a BOM, semicolons and CRLF')

const form = (excel: boolean) => (excel ? { delimiter: ';', record_delimiter: '\r\n' } : {})

/** Formats CSV with a header. Lists are joined by commas, dates ISO 8601, null empty. */
export const csv = (rows: readonly Row[], columns: readonly string[], { excel = false }: Format) =>
  csvHead(columns, excel) + csvRows(rows, columns, excel)

export const csvHead = (columns: readonly string[], excel: boolean) => stringify([columns], { ...form(excel), bom: excel })

/** Formats CSV rows. Prefixes possible formulas in user input (= + - @, tab, return) with '. */
export const csvRows = (rows: readonly Row[], columns: readonly string[], excel: boolean) =>
  stringify(
    rows.map((row) => columns.map((column) => text(row[column]))),
    { ...form(excel), escape_formulas: true },
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
