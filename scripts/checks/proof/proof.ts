// docs/proof.csv names, for each behaviour, the test that fails if it breaks.
//   npm run proof                              checks the table
//   npm run proof -- pick 20 --seed 7          prints 20 rows, chosen by the seed
//   npm run proof -- run chat-31               runs the tests of these rows
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repeatedIds } from '../source/csv-table.ts'
import { createNameCheck, parseNamedTest } from '../source/named-tests.ts'
import { type Problem, report } from '../source/problem.ts'
import { runRow } from './run.ts'
import { laneOf, pick, type Row, readProof } from './table.ts'

export const tablePath = 'docs/proof.csv'

export function checkProof(root: string): { rows: Row[]; problems: Problem[] } {
  const { rows, faults } = readProof(readFileSync(join(root, tablePath), 'utf8'))
  const checkName = createNameCheck(root)
  const tests = rows.flatMap(({ id, test }) => {
    const fault = checkName(test)
    return fault === null ? [] : [`${id} ${fault}`]
  })
  const messages = [...faults, ...repeatedIds(rows), ...tests]
  return { rows, problems: messages.map((message) => ({ path: tablePath, message })) }
}

export function summary(rows: Row[]): string {
  const counts = Object.entries(Object.groupBy(rows, (row) => laneOf(parseNamedTest(row.test)?.path ?? '') ?? 'no lane'))
  return [`${rows.length} rows`, ...counts.map(([lane, found]) => `${lane} ${found?.length ?? 0}`).sort()].join(', ')
}

function runRows(rows: Row[], ids: string[]): string[] {
  const failed: string[] = []
  for (const id of ids) {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new Error(`There is no row ${id}.`)
    console.log(`\n${id}: ${row.behaviour}`)
    if (!runRow(row)) failed.push(id)
  }
  return failed
}

function main(): void {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string', default: '1' } } })
  const [command, ...rest] = positionals
  const { rows, problems } = checkProof(join(import.meta.dirname, '../../..'))
  if (command === 'pick') {
    for (const { id, behaviour, test } of pick(rows, Number(rest[0]), values.seed)) console.log(`${id}\t${behaviour}\t${test}`)
  } else if (command === 'run') {
    const failed = runRows(rows, rest)
    console.log(failed.length === 0 ? `\n${rest.length} passed` : `\nfailed: ${failed.join(', ')}`)
    if (failed.length > 0) process.exitCode = 1
  } else if (command === undefined) {
    console.log(summary(rows))
    report('proof', problems)
  } else throw new Error('Use: proof.ts [pick COUNT [--seed SEED] | run ID…]')
}

if (import.meta.main) main()
