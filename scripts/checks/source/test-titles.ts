import { type ESTree, parseSync, Visitor } from 'vite'

export interface FoundTest {
  /** Group titles and own title joined by ` › `, as in the source, with placeholders. */
  title: string
  /** The modifier that skips it, always or conditionally; null if it always runs. */
  skipped: string | null
}

const skipping = new Set(['skip', 'todo', 'fixme', 'fails', 'fail', 'skipIf', 'runIf'])

interface Scope {
  kind: 'file' | 'group' | 'test'
  titles: readonly string[]
  skipped: string | null
  call: ESTree.CallExpression | null
}

/** Lists the tests of a Vitest or Playwright file without running it. Throws if it cannot be parsed. */
export function findTests(path: string, text: string): FoundTest[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const tests: Scope[] = []
  let around: Scope = { kind: 'file', titles: [], skipped: null, call: null }
  const outer: Scope[] = []
  const functions = new Set(['test', 'it', 'describe'])
  new Visitor({
    ImportSpecifier: ({ imported, local }) => {
      if (imported.type === 'Identifier' && imported.name === 'test') functions.add(local.name)
    },
    CallExpression: (call) => {
      const names = namesOf(call.callee)
      if (!functions.has(names[0] ?? '')) return
      const modifier = names.find((name) => skipping.has(name))
      const title = titleOf(call.arguments[0], text)
      if (title === null) {
        // skips what follows in its file or group, or its own test; a test with a condition still runs elsewhere
        const skips = modifier !== undefined && (around.kind !== 'test' || call.arguments.length === 0)
        if (skips) around.skipped ??= `test.${modifier}`
      } else if (around.kind !== 'test') {
        outer.push(around)
        const skipped = modifier === undefined ? around.skipped : `.${modifier}`
        around = { kind: names.includes('describe') ? 'group' : 'test', titles: [...around.titles, title], skipped, call }
        if (around.kind === 'test') tests.push(around)
      }
    },
    'CallExpression:exit': (call) => {
      if (around.call === call) around = outer.pop() ?? around
    },
  }).visit(program)
  return tests.map(({ titles, skipped }) => ({ title: titles.join(' › '), skipped }))
}

function namesOf(callee: ESTree.Node): string[] {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type === 'CallExpression') return namesOf(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return namesOf(callee.tag)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
  const before = namesOf(callee.object)
  return before.length === 0 ? [] : [...before, callee.property.name]
}

function titleOf(node: ESTree.Node | undefined, text: string): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  return node?.type === 'TemplateLiteral' ? text.slice(node.start + 1, node.end - 1) : null
}
