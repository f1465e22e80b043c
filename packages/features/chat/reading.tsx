import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { TalkItem } from './talk-items.tsx'

/** How near to the end, in pixels, somebody still reads what is newest. */
const nearEnd = 80

/** How near to the start older messages are fetched. */
const nearStart = 600

/** Where somebody reads in a list of messages, and what follows from it. */
export function useReading(items: readonly TalkItem[], onOlder: () => void) {
  const handle = useRef<VirtualizerHandle>(null)
  const [atEnd, setAtEnd] = useState(true)
  const follows = useRef(true)
  const last = items.at(-1)

  // older messages came in above: the place is then kept from the end
  const [edge, setEdge] = useState({ first: items[0]?.key, count: items.length })
  const prepends = edge.first !== items[0]?.key && items.length > edge.count && items.some(({ key }) => key === edge.first)
  useLayoutEffect(() => {
    const now = { first: items[0]?.key, count: items.length }
    setEdge((was) => (was.first === now.first && was.count === now.count ? was : now))
  }, [items])

  const count = items.length
  const toEnd = useCallback(() => {
    follows.current = true
    setAtEnd(true)
    handle.current?.scrollToIndex(count - 1, { align: 'end' })
  }, [count])

  // one's own question is always shown
  const ownKey = last?.kind === 'outgoing' || last?.kind === 'typing' ? last.key : null
  useLayoutEffect(() => {
    if (ownKey !== null) follows.current = true
  }, [ownKey])

  const stay = useCallback(() => {
    if (follows.current) handle.current?.scrollToIndex(count - 1, { align: 'end' })
  }, [count])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is shown anew may be longer
  useLayoutEffect(stay, [stay, items])

  const was = useRef({ offset: 0, size: 0 })
  const onScroll = (offset: number) => {
    const list = handle.current
    if (!list) return
    const size = list.scrollSize
    const isEnd = offset + list.viewportSize >= size - nearEnd
    // the list moves by itself while what is in it is measured; up, in a list that stays as long as it is, goes only a reader
    const goesUp = offset < was.current.offset - 1 && size === was.current.size
    was.current = { offset, size }
    if (isEnd || goesUp) follows.current = isEnd
    setAtEnd(isEnd || follows.current)
    if (offset < nearStart && !follows.current) onOlder()
  }
  return { handle, prepends, atEnd, toEnd, onScroll, onResize: stay }
}
