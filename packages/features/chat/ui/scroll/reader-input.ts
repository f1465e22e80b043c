import type { KeyboardEvent, PointerEvent, RefObject, WheelEvent } from 'react'
import type { VirtualizerHandle } from 'virtua'

interface FollowState {
  handle: RefObject<VirtualizerHandle | null>
  isPinned: RefObject<boolean>
  lastDirection: RefObject<'up' | 'down' | null>
  touchStart: RefObject<{ offset: number; wasPinned: boolean }>
  keepPinned: () => void
  onPress: (event: PointerEvent) => void
}

/** Returns the scroller's event handlers: what the reader does decides whether the list follows new messages. */
export function readerInput({ handle, isPinned, lastDirection, touchStart, keepPinned, onPress }: FollowState) {
  const move = (to: 'up' | 'down' | null) => {
    if (to === 'up' && (handle.current?.scrollOffset ?? 0) <= 0) return
    lastDirection.current = to
    if (to === 'up') isPinned.current = false
  }
  return {
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
}

const directions = new Map<string, 'up' | 'down'>([
  ...['ArrowUp', 'PageUp', 'Home'].map((key) => [key, 'up'] as const),
  ...['ArrowDown', 'PageDown', 'End'].map((key) => [key, 'down'] as const),
])
