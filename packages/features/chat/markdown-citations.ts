import type { Parent, Root, RootContent, Text } from 'mdast'
import { SKIP, visit } from 'unist-util-visit'

const citationPattern = /[^\S\n]?\[(\d{1,2})\]/g

/** Remark plugin: turns citations (`[1]`) up to `maxNumber` in prose into `sup` elements with `data-source`. */
export const remarkCitations =
  ({ maxNumber }: { maxNumber: number }) =>
  (tree: Root) => {
    visit(tree, 'text', (node, index, parent) => {
      if (index === undefined || !parent || parent.type === 'link' || parent.type === 'linkReference') return
      const parts = split(node, maxNumber)
      if (parts.length === 1) return
      ;(parent as Parent).children.splice(index, 1, ...parts)
      return [SKIP, index + parts.length]
    })
  }

function split({ value }: Text, maxNumber: number): RootContent[] {
  const parts: RootContent[] = []
  let at = 0
  for (const match of value.matchAll(citationPattern)) {
    const number = Number(match[1])
    if (number < 1 || number > maxNumber) continue
    if (match.index > at) parts.push({ type: 'text', value: value.slice(at, match.index) })
    parts.push({
      type: 'emphasis',
      children: [{ type: 'text', value: String(number) }],
      data: { hName: 'sup', hProperties: { dataSource: number } },
    })
    at = match.index + match[0].length
  }
  if (parts.length === 0 || at < value.length) parts.push({ type: 'text', value: value.slice(at) })
  return parts
}
