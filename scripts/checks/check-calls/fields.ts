import ts from 'typescript-6'
import { replacePart, type Site, siteOf, walk, wrongArgument } from './probe.ts'

/** Types of functions that return the name of a form's field (packages/platform/shared/typed/field-names.ts). */
const types = ['FieldOf', 'NameOf']

/** Finds the names of form fields in a file: in JSX, selectors and reads of a form's data. */
export function fieldSites(source: ts.SourceFile): Site[] {
  const naming = namingIn(source)
  const sites: Site[] = []
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || !naming.has(node.expression.text)) return
    const [name] = node.arguments
    if (!name) return
    const about = `${node.getText(source)}, wrong name`
    sites.push(siteOf(source, node, [{ about, code: replacePart(source, node, name, `'unheardOf'`), codes: wrongArgument }]))
  })
  return sites
}

/** Those that the file declares, and `field`, which it may import. */
function namingIn(source: ts.SourceFile): Set<string> {
  const names = new Set(['field'])
  walk(source, (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.type || !ts.isTypeReferenceNode(node.type)) return
    if (types.includes(node.type.typeName.getText(source))) names.add(node.name.text)
  })
  return names
}
