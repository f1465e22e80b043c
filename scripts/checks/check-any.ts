import { join } from 'node:path'
import ts from 'typescript-6'
import { movingText } from './check-any/moving-text.ts'
import { dropsRefusal } from './check-any/refusals.ts'
import { walk } from './check-calls/probe.ts'
import { isTest } from './source/files.ts'
import { type Problem, report } from './source/problem.ts'

const checkedFiles = /^(?:packages\/features|apps)\//

/** Finds expressions, parameters and variables of type any, calls whose refusal is ignored, and text that translators would break. */
export function checkAny(root: string, files: RegExp = checkedFiles): { problems: Problem[]; count: number } {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail }
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, host)
  if (!config) throw new Error(`${root} has no tsconfig.json`)
  const program = ts.createProgram(config.fileNames, config.options)
  const checker = program.getTypeChecker()
  const problems: Problem[] = []
  let count = 0
  for (const source of program.getSourceFiles()) {
    const path = source.fileName.slice(root.length + 1)
    if (!files.test(path) || source.isDeclarationFile) continue
    walk(source, (node) => {
      const found = (message: string, at = node) => {
        const { line } = source.getLineAndCharacterOfPosition(at.getStart(source))
        problems.push({ path, line: line + 1, message: `'${shortened(at.getText(source).trim())}' ${message}` })
      }
      if (isTyped(node)) {
        count++
        if (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any && !isAllowed(node, source, checker)) found('has type any')
      }
      if (!isTest(path) && dropsRefusal(node, checker)) found('can be refused, and its error is ignored')
      const text = isTest(path) || !path.endsWith('.tsx') ? undefined : movingText(node, checker)
      if (text) found('is bare text beside markup that comes and goes: give it an element of its own', text)
    })
  }
  return { problems, count }
}

function fail(diagnostic: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
}

const shortened = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60)

const isVariable = (node: ts.Node) => ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)

function isTyped(node: ts.Node): boolean {
  const { parent } = node
  if (isVariable(node)) return ts.isIdentifier(node.name)
  if (!ts.isExpression(node) || ts.findAncestor(node, ts.isTypeNode) || node.kind === ts.SyntaxKind.ImportKeyword) return false
  const isName = 'name' in parent && parent.name === node
  const isProperty = ts.isBindingElement(parent) && parent.propertyName === node
  const isModule = ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isImportAttribute(parent)
  const isAlias = ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)
  const isMarkup = ts.isJsxAttribute(parent) || ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)
  return !isName && !isProperty && !isModule && !isAlias && !isMarkup
}

// `any` is harmless if it is typed at once, assigned to `unknown`, thrown, or discarded
function isAllowed(node: ts.Node, source: ts.SourceFile, checker: ts.TypeChecker): boolean {
  const { parent } = node
  if (ts.isAsExpression(parent) || ts.isThrowStatement(parent) || ts.isExpressionStatement(parent) || ts.isVoidExpression(parent))
    return true
  if (ts.isParenthesizedExpression(parent)) return isAllowed(parent, source, checker)
  if (isExpectedError(node, source) || isMatcher(node)) return true
  if (!ts.isExpression(node)) return false
  const wanted = checker.getContextualType(node)
  const declared = ts.isVariableDeclaration(parent) && parent.type && checker.getTypeFromTypeNode(parent.type)
  const taken = ts.isCallExpression(parent) ? ts.TypeFlags.Any | ts.TypeFlags.Unknown : ts.TypeFlags.Unknown
  return [wanted, declared].some((type) => type && type.flags & taken) || isCompared(parent)
}

function isExpectedError(node: ts.Node, source: ts.SourceFile): boolean {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
  const before = source.text.slice(source.getPositionOfLineAndCharacter(Math.max(0, line - 1), 0), node.getStart(source))
  return before.trimStart().startsWith('// @ts-expect-error')
}

const isCompared = (parent: ts.Node) =>
  ts.isCallExpression(parent) && ts.isIdentifier(parent.expression) && parent.expression.text === 'expect'

const isMatcher = (node: ts.Node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ts.isIdentifier(node.expression.expression) &&
  node.expression.expression.text === 'expect'

if (import.meta.main) {
  const { problems, count } = checkAny(join(import.meta.dirname, '../..'))
  console.log(`the types of ${count} expressions`)
  report('any', problems)
}
