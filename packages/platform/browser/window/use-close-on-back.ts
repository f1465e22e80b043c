import { useEffect, useRef } from 'react'

const marker = 'isDialogOpen'

/**
 * Lets the browser's back button close a dialog instead of leaving the page. Mount it with the dialog. The page does not move: the
 * browser would scroll to where the entry before was left, or to its anchor.
 */
export function useCloseOnBack(onClose: () => void) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const restoration = history.scrollRestoration
    history.scrollRestoration = 'manual'
    // the app's router, which wraps `history`, must not load the page again
    History.prototype.pushState.call(history, { ...history.state, [marker]: true }, '')
    const keepPlace = () => {
      const top = window.scrollY
      history.scrollRestoration = restoration
      // an anchor is scrolled to after the event
      requestAnimationFrame(() => window.scrollTo({ top, behavior: 'instant' }))
    }
    const handleBack = () => {
      if (hasMarker()) return
      keepPlace()
      close.current()
    }
    window.addEventListener('popstate', handleBack)
    return () => {
      window.removeEventListener('popstate', handleBack)
      if (!hasMarker()) {
        history.scrollRestoration = restoration
        return
      }
      // closed by its own button: the extra entry must not cost the user a second press of back
      window.addEventListener('popstate', keepPlace, { once: true })
      history.back()
    }
  }, [])
}

const hasMarker = () => (history.state as Record<string, unknown> | null)?.[marker] === true
