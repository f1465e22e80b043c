import { type ComponentType, useRef, useState } from 'react'
import { useLazyComponent } from './use-lazy-component.ts'

interface LazyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: { readonly current: HTMLElement | null }
}

/**
 * A dialog that is fetched when its button is pressed, or a moment earlier, when it is reached. `button` and `dialog` are properties to
 * pass on; `Dialog` is undefined until it has come.
 */
export function useLazyDialog<Props extends LazyDialogProps>(fetchDialog: () => Promise<ComponentType<Props>>) {
  const ref = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [Dialog, load] = useLazyComponent(fetchDialog)
  const button = {
    ref,
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open,
    onPointerEnter: () => load(),
    onFocus: () => load(),
    onClick: () => {
      load(() => setOpen(false))
      setOpen(true)
    },
  }
  // what the dialog does may take its button away
  const returnFocusTo = {
    get current() {
      return ref.current ?? document.getElementById('content')
    },
  }
  return { Dialog, button, dialog: { open, onOpenChange: setOpen, returnFocusTo } }
}
