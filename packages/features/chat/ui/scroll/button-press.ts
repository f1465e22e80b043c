import type { PointerEvent, RefObject } from 'react'

/** Sets `isPressing` while a button or link is pressed: one that scrolls away between press and release receives no click. */
export const trackButtonPress =
  (isPressing: RefObject<boolean>, onReleased: () => void) =>
  ({ target, button }: PointerEvent) => {
    // a menu of the right button may take its release
    if (button !== 0 || !(target instanceof Element && target.closest('button, a'))) return
    isPressing.current = true
    const released = new AbortController()
    const release = () => {
      released.abort()
      isPressing.current = false
      // the click comes after this event
      setTimeout(onReleased)
    }
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, release, { signal: released.signal })
  }
