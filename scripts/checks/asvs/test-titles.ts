import { parseSync } from 'vite'

export interface FoundTest {
  /** Group titles and own title joined by ` › `, as in the source, with placeholders. */
  title: string
  /** The modifier that skips it, always or conditionally; null if it always runs. */
  skipped: string | null
}

type Node = Record<string, unknown> & { type: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const skipping = new Set(['skip', 'todo', 'fixme', 'fails', 'fail', 'skipIf', 'runIf'])

interface Group {
  titles: readonly string[]
  skipped: string | null
}

/** Lists the tests of a Vitest or Playwright file without running it. Throws if it cannot be parsed. */
export function findTests(path: string, text: string): FoundTest[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const tests: FoundTest[] = []
  function walk(value: unknown, group: Group): void {
    const call = isNode(value) && value.type === 'CallExpression' ? titledCall(value, text) : null
    if (call) visit(call, { titles: [...group.titles, call.title], skipped: call.skipped ?? group.skipped })
    else if (Array.isArray(value)) walkAll(value, group)
    else if (isNode(value)) walkAll(Object.values(value), group)
  }
  function visit({ isGroup, body }: TitledCall, group: Group): void {
    if (isGroup) walk(body, group)
    else tests.push({ title: group.titles.join(' › '), skipped: group.skipped ?? skippedInside(body) })
  }
  function walkAll(values: readonly unknown[], group: Group): void {
    let current = group
    for (const value of values) {
      walk(value, current)
      current = after(value, current)
    }
  }
  walk(program, { titles: [], skipped: null })
  return tests
}

/** `test.skip(…)` without a title skips everything after it in its file or group. */
function after(statement: unknown, group: Group): Group {
  const modifier = bareSkip(statement)
  return modifier === null ? group : { ...group, skipped: `test.${modifier}` }
}

/** Finds an unconditional `test.skip()` in the body; with a condition the test still runs elsewhere. */
function skippedInside(body: readonly unknown[]): string | null {
  const statements = body.flatMap((part) => (isNode(part) && isNode(part.body) ? [part.body.body].flat() : []))
  const skip = statements.find((one) => bareSkip(one) !== null && argumentsOf(one).length === 0)
  return skip === undefined ? null : `test.${bareSkip(skip)}`
}

const argumentsOf = (statement: unknown): unknown[] =>
  isNode(statement) && isNode(statement.expression) ? (statement.expression.arguments as unknown[]) : []

function bareSkip(statement: unknown): string | null {
  if (!isNode(statement) || !isNode(statement.expression) || statement.expression.type !== 'CallExpression') return null
  const names = calleeNames(statement.expression.callee)
  const modifier = names.at(-1) ?? ''
  const [title] = argumentsOf(statement)
  return names.length > 1 && isTestName(names[0]) && skipping.has(modifier) && titleOf(title, '') === null ? modifier : null
}

const isFunction = (value: unknown) =>
  isNode(value) && (value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression')

const isTestName = (name: string | undefined) => name === 'test' || name === 'it' || name === 'describe'

interface TitledCall {
  title: string
  isGroup: boolean
  skipped: string | null
  body: readonly unknown[]
}

function titledCall(call: Node, text: string): TitledCall | null {
  const names = calleeNames(call.callee)
  if (!isTestName(names[0])) return null
  const [first, ...rest] = call.arguments as unknown[]
  const title = titleOf(first, text)
  const body = rest.filter(isFunction)
  const modifier = names.slice(1).find((name) => skipping.has(name))
  if (title === null || (body.length === 0 && modifier === undefined)) return null
  return { title, isGroup: names.includes('describe'), skipped: modifier === undefined ? null : `.${modifier}`, body }
}

function calleeNames(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee.name)]
  if (callee.type === 'CallExpression') return calleeNames(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return calleeNames(callee.tag)
  if (callee.type !== 'MemberExpression' || !isNode(callee.property)) return []
  const before = calleeNames(callee.object)
  return before.length === 0 ? [] : [...before, String(callee.property.name)]
}

function titleOf(node: unknown, text: string): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  return node.type === 'TemplateLiteral' ? text.slice(Number(node.start) + 1, Number(node.end) - 1) : null
}
