import { parse } from 'csv-parse/sync'
import { separatorOf } from '../content/text-type.ts'
import type { Block } from '../document.ts'
import { hasWords, oneLine, visibleCharacters } from '../plain-text.ts'
import { RefusedError } from '../refused-error.ts'
import { inParts, noPlace, type Opened } from './format.ts'

const questionHeader = /^(?:q|questions?|perguntas?|d[úu]vidas?|faq)$/iu
const answerHeader = /^(?:a|answers?|replies|reply|respostas?|resposta)$/iu

/** In letters. */
const maxQuestion = 1000

interface Row {
  cells: string[]
  line: number
}

/** A file of questions and answers yields an answer a row; any other, such as a price list, the row's values with the names of their columns. */
export function readCsv(text: string): Opened {
  const rows = rowsOf(text)
  const [first] = rows
  if (!first) throw new RefusedError('empty')
  const pair = questionAndAnswer(rows)
  return { title: null, pages: null, parts: inParts(pair ? answers(rows, pair) : records(rows)) }
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  try {
    parse(text.replaceAll('\0', ''), {
      bom: true,
      delimiter: separatorOf(text.slice(0, 20_000), true) ?? ',',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 1_000_000,
      on_record: (record: string[], { lines }) => {
        const cells = record.map(cellText)
        if (cells.some(hasWords)) rows.push({ cells, line: lineOf(record, lines) })
        return null
      },
    })
  } catch {
    throw new RefusedError('broken')
  }
  return rows
}

const cellText = (cell: string) => visibleCharacters(cell).split('\n').map(oneLine).filter(Boolean).join('\n')

/** The parser counts to the end of a row, whose cells may have several lines. */
const lineOf = (record: string[], end: number) =>
  end - record.reduce((lines, cell) => lines + (cell.match(/\n/g)?.length ?? 0), 0)

interface Pair {
  question: number
  answer: number
  hasHeader: boolean
}

/** By the header, else by a column whose cells end with question marks. */
function questionAndAnswer(rows: Row[]): Pair | null {
  const header = rows[0]?.cells ?? []
  const named = {
    question: header.findIndex((cell) => questionHeader.test(cell)),
    answer: header.findIndex((cell) => answerHeader.test(cell)),
  }
  if (named.question >= 0 && named.answer >= 0) return { ...named, hasHeader: true }
  const asks = (column: number) => rows.filter(({ cells }) => cells[column]?.endsWith('?')).length / rows.length
  const question = header.findIndex((_, column) => asks(column) >= 0.6)
  if (question < 0 || header.length < 2) return null
  const answer = header.findIndex((_, column) => column > question)
  if (answer < 0) return null
  return { question, answer, hasHeader: !header[question]?.endsWith('?') }
}

/** Other columns, such as a category, follow the answer under their names. */
function* answers(rows: Row[], { question, answer, hasHeader }: Pair): Generator<Block> {
  const header = hasHeader ? (rows[0]?.cells ?? []) : []
  for (const { cells, line } of hasHeader ? rows.slice(1) : rows) {
    const more = cells.flatMap((cell, column) =>
      column === question || column === answer || cell === '' ? [] : [named(header[column], cell)],
    )
    const text = [cells[answer] ?? '', more.join('; ')].filter(hasWords).join('\n')
    const query = (cells[question] ?? '').replaceAll('\n', ' ').slice(0, maxQuestion)
    if (hasWords(text)) yield { ...noPlace, headings: [], text, line, ...(query === '' ? {} : { question: query }) }
  }
}

function* records(rows: Row[]): Generator<Block> {
  const header = hasHeader(rows) ? (rows[0]?.cells ?? []) : []
  for (const { cells, line } of header.length > 0 ? rows.slice(1) : rows) {
    const values = cells.flatMap((cell, column) => (cell === '' ? [] : [named(header[column], cell.replaceAll('\n', ' '))]))
    if (values.length > 0) yield { ...noPlace, headings: [], text: values.join('; '), line }
  }
}

const named = (name: string | undefined, value: string) => (name ? `${name}: ${value}` : value)

/** The first row has a name for each column, and no number. */
function hasHeader(rows: Row[]): boolean {
  const cells = rows[0]?.cells ?? []
  return (
    rows.length > 1 &&
    cells.every((cell) => cell !== '' && !/^[\d.,\s%$€R-]+$/.test(cell)) &&
    new Set(cells).size === cells.length
  )
}
