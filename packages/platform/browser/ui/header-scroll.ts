import { useEffect, useState } from 'react'

export interface HeaderState {
  hidden: boolean
  raised: boolean
}

/** Pixels (spec, section 2). */
const hidesPast = 10
const shadowFrom = 50

/** ms after load during which scrolling is the browser's scroll restoration. */
const settling = 500

/** `before` and `now` are pixels from the top; negative during overscroll on iOS. */
export function headerState(state: HeaderState, before: number, now: number): HeaderState {
  const raised = now >= shadowFrom
  const hidden = now > hidesPast && (now > before || (now === before && state.hidden))
  return hidden === state.hidden && raised === state.raised ? state : { hidden, raised }
}

export function useHeaderScroll(): HeaderState {
  const [state, setState] = useState<HeaderState>({ hidden: false, raised: false })
  useEffect(() => {
    let before = window.scrollY
    const settled = performance.now() + settling
    const onScroll = () => {
      const now = window.scrollY
      const from = performance.now() < settled ? now : before
      before = now
      setState((last) => headerState(last, from, now))
    }
    // a page restored in its middle shows the header with its shadow
    setState((last) => headerState(last, before, before))
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return state
}
