import type { Element, ElementContent, Root } from 'hast'
import { visit } from 'unist-util-visit'
import { allowedTelephoneAddresses } from '../safety/rules.ts'

/** The only links to this site allowed in replies: a conversation with another persona, and the page of helplines. */
const ownPage = /^(?:\/pt)?\/(?:marketplace\?start=[a-z0-9-]{1,80}|help(?:\?region=[a-z]{2})?(?:#[a-z]{1,20})?)$/

/** Allows https, mailto, known helplines and two kinds of links to this site. All other URLs become plain text. */
export const safeUrl = (url: string) =>
  /^(?:https:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(url) || allowedTelephoneAddresses.has(url) || ownPage.test(url) ? url : ''

/** Rehype plugin: leaves what a reply may show, styled by reply-classes.ts. HTML stays text, and nothing loads or links to this site. */
export const rehypeReply = () => (tree: Root) => {
  visit(tree, (node, index, parent) => {
    if (node.type === 'raw' && parent && index !== undefined)
      parent.children.splice(index, 1, { type: 'text', value: node.value })
    if (node.type === 'element') restyle(node)
  })
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'table' || !parent || index === undefined || isScrollRegion(parent)) return
    parent.children.splice(index, 1, scrollRegion(node))
  })
}

const scrollRegion = (table: Element): Element => ({
  type: 'element',
  tagName: 'div',
  // a scrollable region must be reachable by keyboard
  properties: { tabIndex: 0, className: ['overflow-x-auto'] },
  children: [table],
})

const isScrollRegion = (parent: { type: string; tagName?: string }) => parent.tagName === 'div'

function restyle(node: Element): void {
  const { tagName, properties } = node
  const change = changes[tagName]
  node.properties = kept(tagName, properties)
  change?.(node, properties)
}

/** All that an element keeps of what the parser gave it. The ids of footnotes would shadow the page's own. */
function kept(tagName: string, { start, dataSource }: Element['properties']): Element['properties'] {
  if (tagName === 'ol' && typeof start === 'number') return { start }
  if (tagName === 'sup' && typeof dataSource === 'number') return { dataSource }
  return {}
}

const become = (tagName: string, className?: string) => (node: Element) => {
  node.tagName = tagName
  node.properties = className ? { className: className.split(' ') } : {}
}

/** A heading would break the page's outline. That of footnotes is the parser's, in English only. */
const heading = (node: Element, { id }: Element['properties']) => {
  become('p', 'font-semibold')(node)
  if (id === 'footnote-label') node.children = []
}

const changes: Record<string, (node: Element, given: Element['properties']) => void> = {
  a(node, { href }) {
    const url = safeUrl(String(href ?? ''))
    if (!url) return become('span')(node)
    node.properties = {
      href: url,
      target: '_blank',
      rel: ['noopener', 'noreferrer', 'nofollow', 'ugc'],
    }
  },
  /** A translator would change the program. */
  code(node) {
    node.properties = { translate: 'no' }
  },
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
  /** An image of another site would track readers. Brackets need no translation, and every font has them. */
  img(node, { alt }) {
    become('span')(node)
    node.children = alt ? [text(`[${String(alt)}]`)] : []
  },
  input(node, { checked }) {
    node.tagName = 'span'
    node.properties = { ariaHidden: 'true' }
    node.children = [text(checked ? '☑ ' : '☐ ')]
  },
  li(node, { className }) {
    if (className) node.properties = { className: ['-ml-5', 'list-none'] }
  },
  pre(node) {
    node.properties.tabIndex = 0
  },
  table(node) {
    node.properties = { className: ['figures'] }
  },
  td: align,
  th: align,
}

/** An attribute would become an inline style, which the site's policy refuses. */
function align(node: Element, { align: side }: Element['properties']): void {
  if (side === 'center') node.properties = { className: ['text-center!'] }
  if (side === 'right') node.properties = { className: ['text-right!'] }
}

const text = (value: string): ElementContent => ({ type: 'text', value })
