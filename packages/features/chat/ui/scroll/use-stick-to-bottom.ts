import { type KeyboardEvent, type PointerEvent, useCallback, useLayoutEffect, useRef, useState, type WheelEvent } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { MessageItem } from '../state/message-items.ts'
import { trackButtonPress } from './button-press.ts'

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

  const count = items.length
  const toEnd = useCallback(() => {
    lastDirection.current = null
    isPinned.current = true
    setAtEnd(true)
    handle.current?.scrollToIndex(count - 1, { align: 'end' })
  }, [count])

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

  const isPressing = useRef(false)
  const onPress = trackButtonPress(isPressing, () => isPinned.current && handle.current?.scrollTo(handle.current.scrollSize))
  const keepPinned = useCallback(() => {
    const list = handle.current
    if (isPressing.current) return
    if (isPinned.current) list?.scrollToIndex(count - 1, { align: 'end' })
    // a list shorter than its viewport does not scroll, so `onScroll` is not called
    else if (list) setAtEnd(distanceToBottom(list) <= bottomThreshold)
  }, [count])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a re-rendered message may be longer
  useLayoutEffect(keepPinned, [keepPinned, items])

  const previous = useRef({ offset: 0, size: 0, height: 0 })
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
  const move = (to: 'up' | 'down' | null) => {
    if (to === 'up' && (handle.current?.scrollOffset ?? 0) <= 0) return
    lastDirection.current = to
    if (to === 'up') isPinned.current = false
  }
  const touchStart = useRef({ offset: 0, wasPinned: false })
  const inputHandlers = {
    onPointerDown: (event: PointerEvent) => {
      move(null)
      onPress(event)
    },
    onWheel: ({ deltaY }: WheelEvent) => deltaY !== 0 && move(deltaY < 0 ? 'up' : 'down'),
    onKeyDown: ({ key }: KeyboardEvent) => {
      const direction = directions.get(key)
      if (direction) move(direction)
    },
    /** No automatic scrolling while a finger is down: its intent is clear once it is lifted. */
    onTouchStart: () => {
      touchStart.current = { offset: handle.current?.scrollOffset ?? 0, wasPinned: isPinned.current }
      move('up')
    },
    onTouchEnd: () => {
      const { offset, wasPinned } = touchStart.current
      if ((handle.current?.scrollOffset ?? 0) < offset - 4) return
      move('down')
      isPinned.current = wasPinned
      keepPinned()
    },
  }
  return { scroller, handle, isPrepending, atEnd, toEnd, onScroll, onResize: keepPinned, inputHandlers }
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

const directions = new Map<string, 'up' | 'down'>([
  ...['ArrowUp', 'PageUp', 'Home'].map((key) => [key, 'up'] as const),
  ...['ArrowDown', 'PageDown', 'End'].map((key) => [key, 'down'] as const),
])
