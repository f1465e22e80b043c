import { type ComponentType, useRef, useState } from 'react'
import { useLazyComponent } from './use-lazy-component.ts'

interface LazyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: { readonly current: HTMLElement | null }
}

/** Loads the dialog when its button is pressed, hovered or focused. Pass on the properties `button` and `dialog`. */
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
  // the dialog's action may remove its button
  const returnFocusTo = {
    get current() {
      return ref.current ?? document.getElementById('content')
    },
  }
  return { Dialog, button, dialog: { open, onOpenChange: setOpen, returnFocusTo } }
}
