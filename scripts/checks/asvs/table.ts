import { z } from 'zod'
import { readTable } from '../source/csv-table.ts'

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

export const readAsvs = (text: string) => readTable(text, rowSchema)

export function rowFaults({ id, level, status, how, test, reason }: Row): string[] {
  if (status === 'met')
    return [...(how ? [] : [`${id} is met, but does not say how`]), ...(test ? [] : [`${id} is met, but names no test`])]
  if (reason === '') return [`${id} is ${status} without a reason`]
  return status === 'excepted' && level === '1' && !/\bControl: \S/.test(reason)
    ? [`${id} is a level 1 exception without "Control: …"`]
    : []
}

export const evidenceOf = ({ test }: Row): string[] => (test === '' ? [] : test.split(' | '))
