import ts from 'typescript-6'
import { replacePart, type Site, siteOf, walk, wrongArgument } from './probe.ts'

/** Functions that return the name of a form's field (packages/platform/shared/field-names.ts) have this name. */
const naming = 'field'

/** Finds the names of form fields in a file: in JSX, selectors and reads of a form's data. */
export function fieldSites(source: ts.SourceFile): Site[] {
  const sites: Site[] = []
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== naming) return
    const [name] = node.arguments
    if (!name) return
    const about = `${node.getText(source)}, wrong name`
    sites.push(siteOf(source, node, [{ about, code: replacePart(source, node, name, `'unheardOf'`), codes: wrongArgument }]))
  })
  return sites
}
