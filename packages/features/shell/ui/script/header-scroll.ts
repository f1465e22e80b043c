interface HeaderState {
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

export function startHeaderScroll(signal: AbortSignal): void {
  const header = document.querySelector('[data-header]')
  if (!header) return
  let state: HeaderState = { hidden: false, raised: false }
  let before = window.scrollY
  const settled = performance.now() + settling
  const update = () => {
    const now = window.scrollY
    state = headerState(state, performance.now() < settled ? now : before, now)
    before = now
    header.toggleAttribute('data-hidden', state.hidden)
    header.toggleAttribute('data-raised', state.raised)
  }
  update()
  window.addEventListener('scroll', update, { passive: true, signal })
}
