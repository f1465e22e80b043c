import { parse } from 'csv-parse/sync'
import { z } from 'zod'

const statuses = ['met', 'excepted', 'not applicable'] as const

const rowSchema = z.object({
  id: z.string().regex(/^\d+\.\d+\.\d+$/, 'is not an id of ASVS 5.0'),
  level: z.enum(['1', '2'], 'has an unknown level'),
  requirement: z.string().min(1, 'does not say what is required'),
  status: z.enum(statuses, `is open: status is one of ${statuses.join(', ')}`),
  how: z.string(),
  test: z.string(),
  reason: z.string(),
})

export type Row = z.infer<typeof rowSchema>

export interface Evidence {
  path: string
  title: string
}

const columns = Object.keys(rowSchema.shape)

/** Parses the table. `faults` are invalid rows, by id. */
export function readTable(text: string): { rows: Row[]; faults: string[] } {
  const lines = parse(text, { columns: true, skip_empty_lines: true }) as Record<string, string>[]
  const missing = columns.filter((name) => !(name in (lines[0] ?? {})))
  if (missing.length > 0) return { rows: [], faults: [`has no column ${missing.join(', ')}`] }
  const read = lines.map((line) => ({ id: line.id, result: rowSchema.safeParse(line) }))
  return {
    rows: read.flatMap(({ result }) => (result.success ? [result.data] : [])),
    faults: read.flatMap(({ id, result }) => (result.success ? [] : [`${id} ${result.error.issues[0]?.message}`])),
  }
}

export function rowFaults({ id, level, status, how, test, reason }: Row): string[] {
  if (status === 'met')
    return [...(how ? [] : [`${id} is met, but does not say how`]), ...(test ? [] : [`${id} is met, but names no test`])]
  if (reason === '') return [`${id} is ${status} without a reason`]
  return status === 'excepted' && level === '1' && !/\bControl: \S/.test(reason)
    ? [`${id} is a level 1 exception without "Control: …"`]
    : []
}

export const evidenceOf = ({ test }: Row): (Evidence | null)[] =>
  test === ''
    ? []
    : test.split(' | ').map((written) => {
        const at = written.indexOf(' › ')
        return at === -1 ? null : { path: written.slice(0, at), title: written.slice(at + 3) }
      })
