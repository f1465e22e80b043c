import { useEffect, useState } from 'react'

/** How a fixed header stands: `hidden` above the window, `raised` with a shadow. */
export interface HeaderState {
  hidden: boolean
  raised: boolean
}

/** Spec, section 2: hides when scrolling down past 10 px, shows when scrolling up or near the top, shadow from 50 px. */
const hidesPast = 10
const shadowFrom = 50

/** How long after its first moment a page is still being put back where it was, or at its anchor, ms. */
const settling = 500

/** The header's state after the page has been scrolled from `before` to `now` (pixels from the top; negative while iOS bounces). */
export function headerState(state: HeaderState, before: number, now: number): HeaderState {
  const raised = now >= shadowFrom
  const hidden = now > hidesPast && (now > before || (now === before && state.hidden))
  return hidden === state.hidden && raised === state.raised ? state : { hidden, raised }
}

/** The header's state as the window is scrolled. Shown and flat on the server and at first. */
export function useHeaderScroll(): HeaderState {
  const [state, setState] = useState<HeaderState>({ hidden: false, raised: false })
  useEffect(() => {
    let before = window.scrollY
    const settled = performance.now() + settling
    const onScroll = () => {
      const now = window.scrollY
      // whoever is put back in the middle of a page has not scrolled there
      const from = performance.now() < settled ? now : before
      before = now
      setState((last) => headerState(last, from, now))
    }
    // a page restored in the middle has its shadow, and its header is seen
    setState((last) => headerState(last, before, before))
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return state
}
