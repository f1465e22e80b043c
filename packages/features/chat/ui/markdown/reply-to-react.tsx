import type { Element, Properties, Root, RootContent } from 'hast'
import { createElement, Fragment, type ReactNode } from 'react'
import { Citation } from '../citations/citation.tsx'
import { Quotation } from '../citations/quotation.tsx'

/** Elements in which React refuses white space. */
const tableParts = new Set(['table', 'thead', 'tbody', 'tr'])

/** Makes elements of a tree that `rehypeReply` has cleaned: it has the properties below and no others, and no raw HTML. */
export const replyToReact = ({ children }: Root): ReactNode => createElement(Fragment, null, ...children.map(toReact))

function toReact(node: RootContent): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const { tagName, properties, children } = node
  if (tagName === 'sup' && typeof properties.dataSource === 'number') return <Citation number={properties.dataSource} />
  if (tagName === 'blockquote') return <Quotation number={citationIn(node)}>{children.map(toReact)}</Quotation>
  const shown = tableParts.has(tagName) ? children.filter(({ type }) => type === 'element') : children
  return createElement(tagName, propsOf(properties), ...shown.map(toReact))
}

/** The first number in an element. */
function citationIn({ tagName, properties, children }: Element): number | undefined {
  if (tagName === 'sup' && typeof properties.dataSource === 'number') return properties.dataSource
  return children.flatMap((child) => (child.type === 'element' ? (citationIn(child) ?? []) : []))[0]
}

const words = (value: Properties[string]) => (Array.isArray(value) ? value.join(' ') : undefined)

const propsOf = ({ className, rel, href, target, tabIndex, start, translate, ariaHidden }: Properties) => ({
  className: words(className),
  rel: words(rel),
  href,
  target,
  tabIndex,
  start,
  translate,
  'aria-hidden': ariaHidden,
})
