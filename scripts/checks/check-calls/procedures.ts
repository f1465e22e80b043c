import ts from 'typescript-6'
import {
  missingMember,
  type Probe,
  replacePart,
  type Site,
  siteOf,
  type Unclear,
  walk,
  wrongAnswer,
  wrongArgument,
} from './probe.ts'

const verbs: Record<string, string> = {
  query: 'mutate',
  mutate: 'query',
  subscribe: 'mutate',
  useQuery: 'useMutation',
  useInfiniteQuery: 'useMutation',
  useSuspenseQuery: 'useMutation',
  useMutation: 'useQuery',
  useSubscription: 'useMutation',
}

/** Finds all procedure calls in a file, and calls that hide their procedure. */
export function procedureSites(source: ts.SourceFile): { sites: Site[]; unclear: Unclear[] } {
  const hooks = hooksIn(source)
  const sites: Site[] = []
  const unclear: Unclear[] = []
  walk(source, (node) => {
    if (!ts.isPropertyAccessExpression(node) || !Object.hasOwn(verbs, node.name.text)) return
    const call = node.parent
    const called = ts.isCallExpression(call) && call.expression === node
    const procedures = called ? proceduresOf(node.expression) : []
    if (called && procedures.length > 0) {
      sites.push(siteOf(source, call, callProbes(source, call, node, procedures)))
    } else if (called && ts.isIdentifier(node.expression) && hooks.has(node.expression.text)) {
      const about = `${node.expression.text}.${node.name.text}, wrong input`
      sites.push(siteOf(source, call, [{ about, code: withInput(source, call, '123'), codes: wrongArgument }]))
    } else if (node.name.text !== 'subscribe') {
      unclear.push({
        start: node.getStart(source),
        why: `write this call as feature.procedure.${node.name.text}(…), so that it can be tested`,
      })
    }
  })
  return { sites, unclear }
}

function proceduresOf(node: ts.Expression): ts.PropertyAccessExpression[] {
  if (ts.isParenthesizedExpression(node)) return proceduresOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...proceduresOf(node.whenTrue), ...proceduresOf(node.whenFalse)]
  if (!ts.isPropertyAccessExpression(node)) return []
  return ts.isIdentifier(node.expression) || ts.isPropertyAccessExpression(node.expression) ? [node] : []
}

function hooksIn(source: ts.SourceFile): Set<string> {
  const names = new Set<string>()
  walk(source, (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return
    const { initializer } = node
    if (ts.isCallExpression(initializer) && ts.isPropertyAccessExpression(initializer.expression))
      if (initializer.expression.name.text === 'useMutation') names.add(node.name.text)
  })
  return names
}

function callProbes(
  source: ts.SourceFile,
  call: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  procedures: ts.PropertyAccessExpression[],
): Probe[] {
  const verb = callee.name.text
  const name = procedures.map(({ expression, name }) => `${lastName(expression)}.${name.text}`).join(' or ')
  const probes: Probe[] = procedures.map((procedure) => ({
    about: `${lastName(procedure.expression)}.${procedure.name.text}, wrong name`,
    code: replacePart(source, call, procedure.name, `${procedure.name.text}Misspelt`),
    codes: missingMember,
  }))
  probes.push({
    about: `${name}, called as another kind`,
    code: replacePart(source, call, callee.name, verbs[verb] ?? ''),
    codes: missingMember,
  })
  if (verb === 'useMutation') return [...probes, answerOf(name, `${call.getText(source)}.mutateAsync(undefined as never)`)]
  probes.push({ about: `${name}, wrong input`, code: withInput(source, call, '123'), codes: wrongArgument })
  const [input] = call.arguments
  if (input && ts.isObjectLiteralExpression(input)) {
    const wider = replacePart(source, input, input, `{ unheardOf: 1, ${input.getText(source).slice(1)}`)
    probes.push({ about: `${name}, unknown input field`, code: withInput(source, call, wider), codes: wrongArgument })
  }
  return verb === 'query' || verb === 'mutate' ? [...probes, answerOf(name, call.getText(source))] : probes
}

const answerOf = (name: string, call: string): Probe => ({
  about: `${name}, ignored refusals`,
  code: `(async () => {\nconst accepted: { error: null; unheardOf: 1 } = await ${call}\nreturn accepted\n})()`,
  codes: wrongAnswer,
})

function withInput(source: ts.SourceFile, call: ts.CallExpression, input: string): string {
  const [argument] = call.arguments
  return argument ? replacePart(source, call, argument, input) : `${call.expression.getText(source)}(${input})`
}

const lastName = (node: ts.Expression) => (ts.isPropertyAccessExpression(node) ? node.name.text : node.getText())
