import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { lineOf } from './source/module.ts'
import { type Problem, report } from './source/problem.ts'

/** What can throw: calls and what waits, reads of a property, and the browser's storage, whose mere mention throws where it is refused. */
const canThrow =
  /"type":"(?:Call|New|Import|Await|Yield|Member|TaggedTemplate)Expression"|"type":"(?:Throw|ForOf)Statement"|"type":"(?:Object|Array)Pattern"|"name":"(?:session|local)Storage"/

/**
 * Finds every `try` in a bundle whose body cannot throw. Such a body is not written: it is what a bundler leaves when it drops a call whose
 * result is unused, and then the failure that the call was made for is no longer caught.
 */
export function emptiedTries(path: string, code: string): Problem[] {
  const { program, errors } = parseSync(path, code)
  if (errors[0]) return [{ path, message: `cannot be parsed: ${errors[0].message}` }]
  const problems: Problem[] = []
  new Visitor({
    TryStatement: ({ block, start }) => {
      const body = JSON.stringify(block, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
      if (!canThrow.test(body)) problems.push({ path, line: lineOf(code, start), message: 'a try whose body cannot throw' })
    },
  }).visit(program)
  return problems
}

if (import.meta.main) {
  const folder = process.argv[2] ?? ''
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  if (files.length === 0) throw new Error(`there is no bundle in ${folder}`)
  const problems = files.flatMap((name) => emptiedTries(join(folder, name), readFileSync(join(folder, name), 'utf8')))
  report('tries', problems)
}
