import ts from 'typescript-6'
import {
  missingMember,
  type Probe,
  rewritten,
  type Site,
  siteOf,
  type Unclear,
  walk,
  wrongAnswer,
  wrongArgument,
} from './probe.ts'

/** What calls a procedure, and the same for a procedure of the other kind. */
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

/** Every call of a procedure in a file, and what looks like one but hides which. */
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

/** `feature.procedure`, or the branches of `(a ? feature.one : feature.other)`; empty for anything else. */
function proceduresOf(node: ts.Expression): ts.PropertyAccessExpression[] {
  if (ts.isParenthesizedExpression(node)) return proceduresOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...proceduresOf(node.whenTrue), ...proceduresOf(node.whenFalse)]
  if (!ts.isPropertyAccessExpression(node)) return []
  // `feature`, `client.feature`, `(await api()).feature`
  return ts.isIdentifier(node.expression) || ts.isPropertyAccessExpression(node.expression) ? [node] : []
}

/** Names that hold what `feature.procedure.useMutation()` returned. */
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
    code: rewritten(source, call, procedure.name, `${procedure.name.text}Misspelt`),
    codes: missingMember,
  }))
  probes.push({
    about: `${name}, called as another kind`,
    code: rewritten(source, call, callee.name, verbs[verb] ?? ''),
    codes: missingMember,
  })
  if (verb === 'useMutation') return [...probes, answerOf(name, `${call.getText(source)}.mutateAsync(undefined as never)`)]
  probes.push({ about: `${name}, wrong input`, code: withInput(source, call, '123'), codes: wrongArgument })
  const [input] = call.arguments
  if (input && ts.isObjectLiteralExpression(input)) {
    const wider = rewritten(source, input, input, `{ unheardOf: 1, ${input.getText(source).slice(1)}`)
    probes.push({ about: `${name}, an input it does not know`, code: withInput(source, call, wider), codes: wrongArgument })
  }
  return verb === 'query' || verb === 'mutate' ? [...probes, answerOf(name, call.getText(source))] : probes
}

/** Takes whatever came for an acceptance: the refusals of the answer, or its other members, are in the way. */
const answerOf = (name: string, call: string): Probe => ({
  about: `${name}, an answer whose refusals are not looked at`,
  code: `(async () => {\nconst accepted: { error: null; unheardOf: 1 } = await ${call}\nreturn accepted\n})()`,
  codes: wrongAnswer,
})

function withInput(source: ts.SourceFile, call: ts.CallExpression, input: string): string {
  const [given] = call.arguments
  return given ? rewritten(source, call, given, input) : `${call.expression.getText(source)}(${input})`
}

const lastName = (node: ts.Expression) => (ts.isPropertyAccessExpression(node) ? node.name.text : node.getText())
