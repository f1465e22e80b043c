import ts from 'typescript-6'
import { replacePart, type Site, siteOf, walk, wrongArgument } from './probe.ts'

/** The functions that post to /api/auth; their first argument is the path. */
const callers = ['callAuth', 'sendAuthCall']

/** Finds all calls of account endpoints in a file. */
export function endpointSites(source: ts.SourceFile): Site[] {
  const sites: Site[] = []
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || !callers.includes(node.expression.text)) return
    const [path, body] = node.arguments
    if (!path || !body || !ts.isStringLiteral(path)) return
    const name = path.text
    sites.push(
      siteOf(source, node, [
        { about: `${name}, wrong path`, code: replacePart(source, node, path, `'${name}-misspelt'`), codes: wrongArgument },
        { about: `${name}, wrong input`, code: replacePart(source, node, body, '{ unheardOf: 1 }'), codes: wrongArgument },
      ]),
    )
  })
  return sites
}
