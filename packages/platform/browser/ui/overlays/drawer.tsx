import { Dialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { CloseIcon } from '../icons.tsx'
import { restoreFocus } from './dialog.tsx'

interface DrawerProps {
  open: boolean
  /** Called with false on Escape, an outside press or the close button; items that navigate call it themselves. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  closeLabel: string
  returnFocusTo?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Load it lazily: Radix is not in the first load. Escape does not close it from inside `data-own-escape`. */
export function Drawer({ open, onOpenChange, title, closeLabel, returnFocusTo, children }: DrawerProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay data-testid="drawer-scrim" className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => restoreFocus(event, returnFocusTo)}
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
          }}
          className="fixed inset-y-0 right-0 z-50 flex w-[min(22rem,88vw)] animate-slide-in flex-col overflow-y-auto overscroll-contain bg-paper shadow-lift"
        >
          <div className="flex h-header flex-none items-center justify-between pr-3 pl-6">
            <Radix.Title className="font-sans text-sm font-semibold tracking-label text-muted">{title}</Radix.Title>
            <Radix.Close aria-label={closeLabel} className="grid size-touch place-items-center rounded-full hover:bg-paper-sunk">
              <CloseIcon />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
