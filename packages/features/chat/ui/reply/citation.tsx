import { Tooltip } from '@duo/platform/browser/ui/overlays/tooltip.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Parent, Root, RootContent, Text } from 'mdast'
import { createContext, useContext } from 'react'
import { SKIP, visit } from 'unist-util-visit'
import { maxNotes } from '../../rules.ts'
import type { Source } from '../../schema.ts'

/** Null while the text grows and its sources are not known yet. */
export const CitedSources = createContext<readonly Source[] | null>([])

const citationPattern = /[^\S\n]?\[(\d{1,2})\]/g

/** Remark plugin: turns citations (`[1]`) in prose into `sup` elements with `data-source`. */
export const remarkCitations =
  ({ sources }: { sources: readonly Source[] | null }) =>
  (tree: Root) => {
    const maxNumber = sources?.length ?? maxNotes
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

export function Citation({ number }: { number: number }) {
  const source = useContext(CitedSources)?.[number - 1]
  if (!source) return <sup className="px-0.5 text-[0.7em] font-semibold text-muted">{number}</sup>
  const content = (
    <>
      <span className="block font-semibold">{source.title}</span>
      <span className="block text-muted">{source.source}</span>
    </>
  )
  return (
    <Tooltip content={content}>
      <button
        type="button"
        aria-label={m.chat_citation({ number })}
        className="-mx-1 -my-1 inline-grid h-6 min-w-6 place-items-center rounded-full align-[0.25em] text-[0.7em] leading-none font-bold text-link no-underline hover:bg-paper-sunk"
      >
        {number}
      </button>
    </Tooltip>
  )
}
