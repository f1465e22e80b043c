import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNameCheck } from '../source/named-tests.ts'
import { type Problem, report } from '../source/problem.ts'
import { idFaults } from './official-ids.ts'
import { evidenceOf, type Row, readAsvs, rowFaults } from './table.ts'

export const tablePath = 'docs/asvs.csv'

export function checkAsvs(root: string, official: (rows: Row[]) => string[] = idFaults): { rows: Row[]; problems: Problem[] } {
  const { rows, faults } = readAsvs(readFileSync(join(root, tablePath), 'utf8'))
  const checkName = createNameCheck(root)
  const evidence = rows.flatMap((row) =>
    evidenceOf(row).flatMap((named) => {
      const fault = checkName(named)
      return fault === null ? [] : [`${row.id} ${fault}`]
    }),
  )
  const messages = [...faults, ...official(rows), ...rows.flatMap(rowFaults), ...evidence]
  return { rows, problems: messages.map((message) => ({ path: tablePath, message })) }
}

export function summary(rows: Row[]): string {
  const count = (level: string, status: Row['status']) =>
    rows.filter((row) => row.level === level && row.status === status).length
  return ['1', '2']
    .map((level) => {
      const [met, excepted, other] = [count(level, 'met'), count(level, 'excepted'), count(level, 'not applicable')]
      return `level ${level}: ${met} met, ${excepted} excepted, ${other} not applicable`
    })
    .join('\n')
}

if (import.meta.main) {
  const { rows, problems } = checkAsvs(join(import.meta.dirname, '../../..'))
  console.log(summary(rows))
  report('ASVS 5.0', problems)
}
