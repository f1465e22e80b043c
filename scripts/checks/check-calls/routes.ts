import ts from 'typescript-6'
import { missingMember, type Probe, replacePart, type Site, siteOf, walk, wrongArgument } from './probe.ts'

const goers = ['navigate', 'redirect', 'useLinkProps', 'preloadRoute', 'buildLocation']
const readers = ['useSearch', 'useLoaderData', 'useParams']
const wrongRoute = `'/unheard-of'`
const wrongKey = `{ unheardOf: '1' }`

export function routeSites(source: ts.SourceFile): Site[] {
  const sites: Site[] = []
  const add = (node: ts.Node, probes: Probe[]) => {
    if (probes.length > 0) sites.push(siteOf(source, node, probes))
  }
  walk(source, (node) => {
    if (ts.isJsxElement(node) && isLink(node.openingElement)) add(node, linkProbes(source, node.openingElement))
    if (ts.isJsxSelfClosingElement(node) && isLink(node)) add(node, linkProbes(source, node))
    if (ts.isCallExpression(node)) add(node, callProbes(source, node))
  })
  return sites
}

const isLink = ({ tagName }: ts.JsxOpeningLikeElement) => ts.isIdentifier(tagName) && tagName.text === 'Link'

function linkProbes(source: ts.SourceFile, link: ts.JsxOpeningLikeElement): Probe[] {
  return link.attributes.properties.flatMap((attribute) => {
    if (!ts.isJsxAttribute(attribute) || !attribute.initializer) return []
    const name = attribute.name.getText(source)
    const value = ts.isJsxExpression(attribute.initializer) ? attribute.initializer.expression : attribute.initializer
    const wrong = value && wrongFor(name, value)
    if (!wrong) return []
    // without children, and in a call, because a bare element would be rejected as an unused expression
    const code = `String(<Link ${replacePart(source, link.attributes, attribute.initializer, `{${wrong}}`)} />)`
    return [{ about: `Link, wrong ${name}`, code, codes: wrongArgument }]
  })
}

function callProbes(source: ts.SourceFile, call: ts.CallExpression): Probe[] {
  const { expression: callee } = call
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : ''
  const [argument] = call.arguments
  if (name === 'getRouteApi' && argument)
    return [{ about: name, code: replacePart(source, call, argument, wrongRoute), codes: wrongArgument }]
  if (readers.includes(name) && ts.isPropertyAccessExpression(callee) && call.arguments.length === 0)
    return [{ about: `${name}, unknown member`, code: `${call.getText(source)}.unheardOf`, codes: missingMember }]
  if (!goers.includes(name) || !argument || !ts.isObjectLiteralExpression(argument)) return []
  return argument.properties.flatMap((property) => {
    if (!ts.isPropertyAssignment(property)) return []
    const wrong = wrongFor(property.name.getText(source), property.initializer)
    if (!wrong) return []
    const about = `${name}, wrong ${property.name.getText(source)}`
    return [{ about, code: replacePart(source, call, property.initializer, wrong), codes: wrongArgument }]
  })
}

function wrongFor(name: string, value: ts.Expression): string | undefined {
  if (name === 'to' && ts.isStringLiteral(value)) return wrongRoute
  if ((name === 'params' || name === 'search') && ts.isObjectLiteralExpression(value)) return wrongKey
  return undefined
}
