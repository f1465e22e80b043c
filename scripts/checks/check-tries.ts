import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { lineOf } from './source/module.ts'
import { type Problem, report } from './source/problem.ts'

/** Calls, waits, property access, patterns, and storage, which throws on mere access if it is blocked. */
const canThrow =
  /"type":"(?:Call|New|Import|Await|Yield|Member|TaggedTemplate)Expression"|"type":"(?:Throw|ForOf)Statement"|"type":"(?:Object|Array)Pattern"|"name":"(?:session|local)Storage"/

/** Finds every `try` whose body cannot throw: the bundler removed the call, and with it the error that the `catch` handles. */
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
