import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTree } from '../source/fixture.ts'
import { checkAsvs, summary, tablePath } from './asvs.ts'
import { idFaults } from './official-ids.ts'

const header = 'id,level,requirement,status,how,test,reason'
const placeholder = ['$', '{name}'].join('')
const tests = `
test('signs in', () => {})
describe('a session', () => {
  it.each([['a'], ['b']])('ends %s', () => {})
  test(\`of ${placeholder} holds\`, async () => { test.skip(isMobile, 'one screen is enough') })
  it.skip('is renewed', () => {})
})
describe.skip('a device', () => { it('is known', () => {}) })
test.todo('signs out')
test.fixme('signs up', () => {})
test('waits', async () => { test.skip() })
describe.skipIf(missing)('a pooler', () => { test('is used', () => {}) })
`
const files = { 'a.test.ts': tests, 'rules.md': '# Rules\n\n## Who may do what\n\nText.\n' }

// ids are not compared with the standard
const report = (...lines: string[]) =>
  inTree({ ...files, [tablePath]: [header, ...lines, ''].join('\n') }, (root) =>
    checkAsvs(root, () => []).problems.map(({ message }) => message),
  )

it('the table of this repository is complete, and every test it names exists and runs', () => {
  expect(checkAsvs(join(import.meta.dirname, '../../..')).problems).toEqual([])
})

it('accepts tests by group and title as written in the source, and headings', () => {
  expect(
    report(
      '1.1.1,1,Something,met,Somehow,a.test.ts › signs in | a.test.ts › a session › ends %s,',
      `1.1.2,2,Something,met,Somehow,a.test.ts › a session › of ${placeholder} holds,`,
      '1.1.3,2,Something,met,It is written down,rules.md › Who may do what,',
      '1.1.4,1,Something,excepted,,,We chose six. Control: a list of refused passwords',
      '1.1.5,2,Something,excepted,,,"Nothing needs it, so far"',
      '1.1.6,1,Something,not applicable,,,There are no uploads',
    ),
  ).toEqual([])
})

it.each([
  ['a missing file', 'b.test.ts › signs in', 'names b.test.ts, which does not exist'],
  ['a missing test', 'a.test.ts › signs out at once', 'names "signs out at once", which is not in a.test.ts'],
  ['a test without its group', 'a.test.ts › ends %s', 'names "ends %s", which is not in a.test.ts'],
  ['a missing heading', 'rules.md › Who may', 'names "Who may", which is not in rules.md'],
  ['a test without its file', 'signs in', 'names a test without its file: write file › title'],
  ['.skip', 'a.test.ts › a session › is renewed', 'is renewed" in a.test.ts, which does not always run (.skip)'],
  ['a skipped group', 'a.test.ts › a device › is known', 'does not always run (.skip)'],
  ['.todo', 'a.test.ts › signs out', 'does not always run (.todo)'],
  ['.fixme', 'a.test.ts › signs up', 'does not always run (.fixme)'],
  ['a test that skips itself', 'a.test.ts › waits', 'does not always run (test.skip)'],
  ['.skipIf', 'a.test.ts › a pooler › is used', 'does not always run (.skipIf)'],
])('rejects %s', (_what, named, message) => {
  expect(report(`1.1.1,1,Something,met,Somehow,${named},`)).toEqual([expect.stringContaining(message)])
})

it.each([
  ['no status', '1.1.1,1,Something,,,,', '1.1.1 is open'],
  ['an unknown status', '1.1.1,1,Something,planned,,,', '1.1.1 is open'],
  ['status met, but no evidence', '1.1.1,1,Something,met,Somehow,,', '1.1.1 is met, but names no test'],
  ['status met, but no explanation', '1.1.1,1,Something,met,,a.test.ts › signs in,', '1.1.1 is met, but does not say how'],
  ['a level 2 exception without a reason', '1.1.1,2,Something,excepted,,,', '1.1.1 is excepted without a reason'],
  ['status not applicable, but no reason', '1.1.1,1,Something,not applicable,,,', 'is not applicable without a reason'],
  ['a level 1 exception without a control', '1.1.1,1,Something,excepted,,,We chose so', 'level 1 exception without "Control'],
  ['an unknown level', '1.1.1,3,Something,met,Somehow,a.test.ts › signs in,', '1.1.1 has an unknown level'],
  ['no requirement', '1.1.1,1,,met,Somehow,a.test.ts › signs in,', '1.1.1 does not say what is required'],
])('rejects a row with %s', (_what, line, message) => {
  expect(report(line)).toEqual([expect.stringContaining(message)])
})

it('rejects a table without a column', () => {
  const problems = inTree({ [tablePath]: 'id,level\n1.1.1,1\n' }, (root) => checkAsvs(root, () => []).problems)
  expect(problems).toEqual([{ path: tablePath, message: 'has no column requirement, status, how, test, reason' }])
})

it('rejects an id that is missing, duplicate, or not in the standard', () => {
  const { rows } = checkAsvs(join(import.meta.dirname, '../../..'))
  expect(idFaults(rows)).toEqual([])
  const [first] = rows
  expect(first && idFaults([first, ...rows])).toContain('1.1.1 is listed twice')
  const other = rows.map((row) => (row.id === '1.1.1' ? { ...row, id: '1.1.9' } : row))
  for (const wrong of [rows.slice(1), other])
    expect(idFaults(wrong)).toEqual(['ids, levels or their order are not those of the standard'])
})

it('counts each level by status', () => {
  const row = { id: '1.1.1', requirement: 'Something', how: '', test: '', reason: '' }
  expect(
    summary([
      { ...row, level: '1', status: 'met' },
      { ...row, level: '1', status: 'excepted' },
      { ...row, level: '2', status: 'not applicable' },
    ]),
  ).toBe('level 1: 1 met, 1 excepted, 0 not applicable\nlevel 2: 0 met, 0 excepted, 1 not applicable')
})
