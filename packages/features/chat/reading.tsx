import {
  type KeyboardEvent,
  type RefObject,
  type TouchEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { TalkItem } from './talk-items.tsx'

/** How near to the end, in pixels, somebody still reads what is newest. */
const nearEnd = 80

/** How near to the start older messages are fetched. */
const nearStart = 600

/** How much of a list, in pixels, is below what is in sight. */
const belowOf = ({ scrollOffset, viewportSize, scrollSize }: VirtualizerHandle) => scrollSize - scrollOffset - viewportSize

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
    const list = handle.current
    if (follows.current) list?.scrollToIndex(count - 1, { align: 'end' })
    // what is written below the place where somebody reads is offered to them
    else if (list && belowOf(list) > nearEnd) setAtEnd(false)
  }, [count])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is shown anew may be longer
  useLayoutEffect(stay, [stay, items])

  const was = useRef({ offset: 0, size: 0 })
  const onScroll = (offset: number) => {
    const list = handle.current
    if (!list) return
    const size = list.scrollSize
    const below = belowOf(list)
    // the list moves by itself while what is in it is measured; up, in a list that stays as long as it is, goes only a reader who has
    // its bar in hand. (A field that becomes lower lets the end of the list down.)
    const goesUp = offset < was.current.offset - 1 && size === was.current.size && below > 1
    const goesDown = offset > was.current.offset
    was.current = { offset, size }
    if (goesUp) follows.current = false
    else if (below <= nearEnd && goesDown) follows.current = true
    setAtEnd(below <= nearEnd || follows.current)
    if (offset < nearStart && !follows.current) onOlder()
  }
  return { handle, prepends, atEnd, toEnd, onScroll, onResize: stay, hands: useHands(handle, follows) }
}

const keysUp = ['ArrowUp', 'PageUp', 'Home']

/** Sees that somebody moves up before the list does: pulled back with each new word, they would never get away from its end. */
function useHands(handle: RefObject<VirtualizerHandle | null>, follows: RefObject<boolean>) {
  const finger = useRef(0)
  const leave = () => {
    const list = handle.current
    if (list && list.scrollSize > list.viewportSize) follows.current = false
  }
  const touch = ({ touches: [first] }: TouchEvent) => {
    const before = finger.current
    finger.current = first?.clientY ?? before
    return finger.current > before
  }
  return {
    onWheel: ({ deltaY }: WheelEvent) => deltaY < 0 && leave(),
    onTouchStart: touch,
    onTouchMove: (event: TouchEvent) => touch(event) && leave(),
    onKeyDown: ({ key }: KeyboardEvent) => keysUp.includes(key) && leave(),
  }
}
