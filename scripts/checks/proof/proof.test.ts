import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTree } from '../source/fixture.ts'
import { checkProof, summary, tablePath } from './proof.ts'
import { patternOf, pick } from './table.ts'

const placeholder = ['$', '{tag}'].join('')
const tests = `
test('signs in', () => {})
describe('a session', () => { it.each([['a'], ['b']])('ends %s (now)', () => {}) })
test.skip('signs out', () => {})
`
const report = (...lines: string[]) =>
  inTree({ 'a.test.ts': tests, [tablePath]: ['id,source,behaviour,test', ...lines, ''].join('\n') }, (root) =>
    checkProof(root).problems.map(({ message }) => message),
  )

it('the table of this repository names tests that exist and always run', () => {
  expect(checkProof(join(import.meta.dirname, '../../..')).problems).toEqual([])
})

it('accepts rows of the specification and of faults', () => {
  expect(
    report(
      'auth-01,spec 5,A user signs in.,a.test.ts › signs in',
      'auth-02,fault,A session ends.,a.test.ts › a session › ends %s (now)',
    ),
  ).toEqual([])
})

it.each([
  ['a repeated id', 'auth-01,fault,It works.,a.test.ts › signs in', 'auth-01 is listed twice'],
  ['an id without a number', 'auth,fault,It works.,a.test.ts › signs in', 'auth is not the name of a feature and a number'],
  ['another source', 'auth-02,spec,It works.,a.test.ts › signs in', 'auth-02 has a source other than spec and its section'],
  ['no sentence', 'auth-02,fault,it works,a.test.ts › signs in', 'auth-02 does not say the behaviour in a sentence'],
  ['a missing test', 'auth-02,fault,It works.,a.test.ts › signs up', 'auth-02 names "signs up", which is not in a.test.ts'],
  ['a skipped test', 'auth-02,fault,It works.,a.test.ts › signs out', 'does not always run (.skip)'],
  ['no file', 'auth-02,fault,It works.,signs in', 'names a test without its file'],
])('rejects %s', (_what, line, message) => {
  expect(report('auth-01,spec 5,A user signs in.,a.test.ts › signs in', line)).toEqual([expect.stringContaining(message)])
})

it('picks the same rows for the same seed', () => {
  const rows = Array.from({ length: 50 }, (_, i) => ({ id: `auth-${10 + i}`, source: 'fault', behaviour: 'It works.', test: '' }))
  const picked = pick(rows, 10, '7')
  expect(new Set(picked)).toHaveProperty('size', 10)
  expect(pick(rows.toReversed(), 10, '7')).toEqual(picked)
  expect(pick(rows, 10, '8')).not.toEqual(picked)
})

it.each([
  ['a session › ends %s (now)', 'a session > ends a (now)'],
  [`the button ${placeholder} and “quotes” cost 5 $ a month?`, 'the button EN and “quotes” cost 5 $ a month?'],
  ['$slug ($language): 100 % of it', 'ada-lovelace (en): 100 % of it'],
])('the pattern of %s matches its full name only', (title, name) => {
  const pattern = new RegExp(`^${patternOf(title, ' > ')}$`)
  expect(name).toMatch(pattern)
  expect(`${name} again`).not.toMatch(pattern)
})

it('counts rows by lane', () => {
  const row = { id: 'auth-01', source: 'fault', behaviour: 'It works.' }
  expect(
    summary([
      { ...row, test: 'a.test.ts › a' },
      { ...row, test: 'b.spec.ts › b' },
      { ...row, test: 'c.db.test.ts › c' },
      { ...row, test: 'd.test.ts › d' },
    ]),
  ).toBe('4 rows, database 1, e2e 1, unit 2')
})
