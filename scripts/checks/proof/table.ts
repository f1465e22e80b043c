import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readTable } from '../source/csv-table.ts'
import { type NamedTest, parseNamedTest } from '../source/named-tests.ts'

const rowSchema = z.object({
  id: z.string().regex(/^[a-z]+(?:-[a-z]+)*-\d{2,3}$/, 'is not the name of a feature and a number'),
  source: z.string().regex(/^(?:spec [1-9]|fault)$/, 'has a source other than spec and its section, or fault'),
  behaviour: z.string().regex(/^\S.* .*\.”?$/, 'does not say the behaviour in a sentence'),
  test: z.string(),
})

export type Row = z.infer<typeof rowSchema>

export const readProof = (text: string) => readTable(text, rowSchema)

/** Returns `count` rows, chosen by the seed alone. */
export function pick(rows: readonly Row[], count: number, seed: string): Row[] {
  const rank = ({ id }: Row) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return rows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count)
}

const lanes = [
  ['e2e', /\.spec\.ts$/],
  ['database', /\.db\.test\.ts$/],
  ['faults', /\.faults\.test\.ts$/],
  ['attack', /\.attack\.test\.ts$/],
  ['dev', /\.dev\.test\.ts$/],
  ['component', /\.test\.tsx$/],
  ['unit', /\.test\.ts$/],
] as const

/** The lane of npm test that runs a file. */
export const laneOf = (path: string): string | undefined => lanes.find(([, ending]) => ending.test(path))?.[0]

export function testOf({ id, test }: Row): NamedTest {
  const named = parseNamedTest(test)
  if (named === null) throw new Error(`${id} names a test without its file`)
  return named
}

/** The values of a repeated test: `${tag}` in a template, `%s` and `$name` in `test.each`. */
const placeholder = /\$\{[^}]*\}|%[sdifjoOc#%]|\$[a-z][\w.]*/g

/** A pattern of the full names that a test runner gives to a title of the source. `separator` stands between groups and title. */
export const patternOf = (title: string, separator: string): string =>
  title
    .replaceAll(' › ', separator)
    .split(placeholder)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('[^]*')
