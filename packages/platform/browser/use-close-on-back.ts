import { useEffect, useRef } from 'react'

const marker = 'isDialogOpen'

/** Lets the browser's back button close a dialog instead of leaving the page. Mount it with the dialog. */
export function useCloseOnBack(onClose: () => void) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    history.pushState({ ...history.state, [marker]: true }, '')
    const handleBack = () => {
      if (!hasMarker()) close.current()
    }
    window.addEventListener('popstate', handleBack)
    return () => {
      window.removeEventListener('popstate', handleBack)
      // closed by its own button: the extra entry must not cost the user a second press of back
      if (hasMarker()) history.back()
    }
  }, [])
}

const hasMarker = () => (history.state as Record<string, unknown> | null)?.[marker] === true
