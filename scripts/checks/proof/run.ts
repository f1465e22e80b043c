import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { laneOf, patternOf, type Row, testOf } from './table.ts'

const root = join(import.meta.dirname, '../../..')

/** Runs the test of a row in its lane of npm test. It has passed if at least one test ran and none failed. */
export function runRow(row: Row): boolean {
  const { path, title } = testOf(row)
  const lane = laneOf(path)
  if (!lane) return false
  const words =
    lane === 'e2e'
      ? // the full name begins with project and file, and ends with tags
        [`--grep= ${patternOf(title, ' ')}(?: @[\\w-]+)*$`, '--project=desktop']
      : [`--testNamePattern=^${patternOf(title, ' > ')}$`]
  const { status } = spawnSync(process.execPath, ['scripts/test.mjs', lane, path, ...words], { cwd: root, stdio: 'inherit' })
  return status === 0 && countPassed(join(root, 'test-results', `${lane}.json`)) > 0
}

/** Vitest and Playwright count in different places of their reports. */
function countPassed(file: string): number {
  if (!existsSync(file)) return 0
  const report = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests?: number; stats?: { expected: number } }
  return report.numPassedTests ?? report.stats?.expected ?? 0
}
