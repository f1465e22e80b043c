import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { MessageItem } from '../state/message-items.ts'
import { trackButtonPress } from './button-press.ts'
import { readerInput } from './reader-input.ts'

/** Distance from the end at which the list still follows new messages, px. */
const bottomThreshold = 80

/** Distance from the start at which older messages are loaded, px. */
const topThreshold = 600

const distanceToBottom = ({ scrollOffset, viewportSize, scrollSize }: VirtualizerHandle) =>
  scrollSize - scrollOffset - viewportSize

export function useStickToBottom(items: readonly MessageItem[], onOlder: () => void, switching: string | null) {
  const scroller = useRef<HTMLDivElement>(null)
  const handle = useRef<VirtualizerHandle>(null)
  const [atEnd, setAtEnd] = useState(true)
  const isPinned = useRef(true)
  // Scrolling up stops following at once, or each new chunk would pull the reader back.
  const lastDirection = useRef<'up' | 'down' | null>(null)
  const last = items.at(-1)

  const isPrepending = usePrepending(items)

  // of the last scroll event or resize: growth by less than a pixel scrolls nothing
  const previous = useRef({ offset: 0, size: 0, height: 0 })
  const isPressing = useRef(false)
  // not the virtualizer's scrolling, which goes on for 150 ms, and so pulls back a reader who scrolls up meanwhile
  const keepPinned = useCallback(() => {
    const [region, list] = [scroller.current, handle.current]
    if (!region || !list) return
    Object.assign(previous.current, { size: list.scrollSize, height: region.clientHeight })
    if (isPressing.current) return
    if (isPinned.current) region.scrollTop = region.scrollHeight
    // a list shorter than its viewport does not scroll, so `onScroll` is not called
    else setAtEnd(distanceToBottom(list) <= bottomThreshold)
  }, [])
  const onPress = trackButtonPress(isPressing, keepPinned)
  useResize(scroller, keepPinned)

  const toEnd = () => {
    lastDirection.current = null
    isPinned.current = true
    setAtEnd(true)
    keepPinned()
  }

  const ownKey = last?.kind === 'outgoing' || last?.kind === 'typing' ? last.key : null
  useLayoutEffect(() => {
    if (ownKey === null) return
    lastDirection.current = null
    isPinned.current = true
  }, [ownKey])

  // a user who compares versions looks at the question, not at the end
  useLayoutEffect(() => {
    if (switching === null) return
    lastDirection.current = 'up'
    isPinned.current = false
  }, [switching])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a re-rendered message may be longer
  useLayoutEffect(keepPinned, [keepPinned, items])

  const onScroll = (offset: number) => {
    const list = handle.current
    if (!list) return
    const size = list.scrollSize
    const below = distanceToBottom(list)
    const isEnd = below <= bottomThreshold && lastDirection.current !== 'up'
    const height = scroller.current?.clientHeight ?? 0
    // Measuring and resizing also scroll. Only a decreasing offset at constant sizes is the reader's.
    const goesUp = offset < previous.current.offset - 1 && size === previous.current.size && height === previous.current.height
    previous.current = { offset, size, height }
    if (isEnd || goesUp) isPinned.current = isEnd
    setAtEnd(below <= bottomThreshold || isPinned.current)
    if (offset < topThreshold && !isPinned.current) onOlder()
  }
  const touchStart = useRef({ offset: 0, wasPinned: false })
  const inputHandlers = readerInput({ handle, isPinned, lastDirection, touchStart, keepPinned, onPress })
  return { scroller, handle, isPrepending, atEnd, toEnd, onScroll, inputHandlers }
}

/** `onResize` is called after the scroller or its content has another size. */
function useResize(scroller: RefObject<HTMLElement | null>, onResize: () => void) {
  useEffect(() => {
    if (!scroller.current) return
    const observer = new ResizeObserver(onResize)
    for (const element of [scroller.current, ...scroller.current.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, onResize])
}

/** After prepending, the position is anchored at the end. */
function usePrepending(items: readonly MessageItem[]): boolean {
  const [edge, setEdge] = useState({ first: items[0]?.key, count: items.length })
  useLayoutEffect(() => {
    const current = { first: items[0]?.key, count: items.length }
    setEdge((previous) => (previous.first === current.first && previous.count === current.count ? previous : current))
  }, [items])
  return edge.first !== items[0]?.key && items.length > edge.count && items.some(({ key }) => key === edge.first)
}
