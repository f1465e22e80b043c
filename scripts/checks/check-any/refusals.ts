import ts from 'typescript-6'

/** Whether a call may return a refusal (`error`) that the code ignores; the compiler accepts a dropped result. */
export function dropsRefusal(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  if (!['query', 'mutate', 'mutateAsync'].includes(node.expression.name.text)) return false
  const answer = checker.getAwaitedType(checker.getTypeAtLocation(node))
  return answer !== undefined && canRefuse(answer, checker, node) && !takesError(node)
}

function canRefuse(answer: ts.Type, checker: ts.TypeChecker, at: ts.Node): boolean {
  const error = checker.getPropertyOfType(checker.getApparentType(answer), 'error')
  if (!error) return false
  const type = checker.getTypeOfSymbolAtLocation(error, at)
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.StringLike)
}

function takesError(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) return takesError(parent)
  if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) return false
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return true
  return parent.name.elements.some(
    ({ name, propertyName, dotDotDotToken }) => dotDotDotToken || (propertyName ?? name).getText() === 'error',
  )
}
