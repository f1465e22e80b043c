import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Problem, report } from '../source/problem.ts'
import { idFaults } from './official-ids.ts'
import { type Evidence, evidenceOf, type Row, readTable, rowFaults } from './table.ts'
import { findTests } from './test-titles.ts'

export const tablePath = 'docs/asvs.csv'

export function checkAsvs(root: string, official: (rows: Row[]) => string[] = idFaults): { rows: Row[]; problems: Problem[] } {
  const { rows, faults } = readTable(readFileSync(join(root, tablePath), 'utf8'))
  const checkEvidence = createEvidenceCheck(root)
  const evidence = rows.flatMap((row) =>
    evidenceOf(row).flatMap((named) => {
      const fault = named === null ? 'names a test without its file: write file › title' : checkEvidence(named)
      return fault === null ? [] : [`${row.id} ${fault}`]
    }),
  )
  const messages = [...faults, ...official(rows), ...rows.flatMap(rowFaults), ...evidence]
  return { rows, problems: messages.map((message) => ({ path: tablePath, message })) }
}

function createEvidenceCheck(root: string): (evidence: Evidence) => string | null {
  const files = new Map<string, Map<string, string | null>>()
  return ({ path, title }) => {
    if (!existsSync(join(root, path))) return `names ${path}, which does not exist`
    const titles = files.get(path) ?? titlesOf(path, readFileSync(join(root, path), 'utf8'))
    files.set(path, titles)
    const skipped = titles.get(title)
    if (skipped === undefined) return `names "${title}", which is not in ${path}`
    return skipped === null ? null : `names "${title}" in ${path}, which does not always run (${skipped})`
  }
}

function titlesOf(path: string, text: string): Map<string, string | null> {
  if (path.endsWith('.md'))
    return new Map([...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => [heading.trim(), null]))
  return new Map(findTests(path, text).map(({ title, skipped }) => [title, skipped]))
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
