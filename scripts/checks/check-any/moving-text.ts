import ts from 'typescript-6'

const { Null, Undefined, Void, BooleanLike, StringLike, NumberLike } = ts.TypeFlags

/** `perhaps`: a ReactNode from the caller, whose own markup is checked where it is written. */
type Answer = 'no' | 'perhaps' | 'yes'

interface Child {
  node: ts.Node
  isText: Answer
  /** Appears, disappears, or changes its kind. */
  moves: Answer
}

/**
 * Returns the text of an element or fragment that React would lose in a translated page. Translators move every text node into elements of
 * their own. React crashes when it then removes such a node, or inserts a sibling before it. Text that is alone in its element is safe.
 */
export function movingText(node: ts.Node, checker: ts.TypeChecker): ts.Node | undefined {
  if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return undefined
  const children = node.children.flatMap((child) => childOf(child, checker))
  // text of a fragment stands beside the siblings of the fragment, and comes and goes with it
  if (ts.isJsxFragment(node)) return children.find(({ isText }) => isText === 'yes')?.node
  const isAlone = children.length === 1 && isHost(node.openingElement.tagName)
  if (isAlone) return children.find((child) => isComponent(child.node) && child.isText === 'yes')?.node
  return children.find((child) => {
    const others = children.filter((sibling) => sibling !== child).map(({ moves }) => moves)
    if (child.isText === 'perhaps') return others.includes('yes')
    return child.isText === 'yes' && (child.moves === 'yes' || others.includes('yes') || others.includes('perhaps'))
  })?.node
}

function childOf(node: ts.JsxChild, checker: ts.TypeChecker): Child[] {
  if (ts.isJsxText(node)) return node.containsOnlyTriviaWhiteSpaces ? [] : [{ node, isText: 'yes', moves: 'no' }]
  if (ts.isJsxExpression(node)) {
    if (!node.expression) return []
    return [{ node, ...kindOf(checker.getTypeAtLocation(node.expression)) }]
  }
  const tag = ts.isJsxElement(node) ? node.openingElement.tagName : ts.isJsxSelfClosingElement(node) ? node.tagName : undefined
  const [signature] = tag === undefined || isHost(tag) ? [] : checker.getTypeAtLocation(tag).getCallSignatures()
  const isOurs = signature?.declaration?.getSourceFile().isDeclarationFile === false
  return [{ node, ...(isOurs ? kindOf(signature.getReturnType()) : { isText: 'no', moves: 'no' }) }]
}

const isComponent = (node: ts.Node) => ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)

const isHost = (tag: ts.JsxTagNameExpression) => ts.isIdentifier(tag) && /^[a-z]/.test(tag.text)

function kindOf(type: ts.Type): Pick<Child, 'isText' | 'moves'> {
  const kinds = type.isUnion() ? type.types : [type]
  const texts = kinds.filter((kind) => isText(kind) && !isEmpty(kind))
  const nothing = kinds.filter((kind) => kind.flags & (Null | Undefined | Void | BooleanLike) || isEmpty(kind))
  if (kinds.some(isList)) return texts.length > 0 ? { isText: 'perhaps', moves: 'perhaps' } : { isText: 'no', moves: 'yes' }
  const isMixed = texts.length > 0 && texts.length + nothing.length < kinds.length
  return { isText: texts.length > 0 ? 'yes' : 'no', moves: isMixed || nothing.length > 0 ? 'yes' : 'no' }
}

/** A message of the catalogue is a branded string. */
const isText = (type: ts.Type): boolean =>
  Boolean(type.flags & (StringLike | NumberLike)) || (type.isIntersection() && type.types.some(isText))

/** What `text && <p>` leaves of an empty text; React renders nothing for it. */
const isEmpty = (type: ts.Type) => (type.isStringLiteral() && type.value === '') || (type.isNumberLiteral() && type.value === 0)

const isList = ({ symbol }: ts.Type) => ['Array', 'ReadonlyArray', 'Iterable'].includes(symbol?.name)
