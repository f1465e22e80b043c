import { Dialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { CloseIcon } from '../icons.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  closeLabel: string
  returnFocusTo?: RefObject<HTMLElement | null>
  /** Where the focus starts instead of at the close button. An effect cannot set it: a dialog below would take the focus back. */
  initialFocus?: string
  children: ReactNode
}

/** On phones a bottom sheet. Load it lazily: Radix is not in the first load. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  returnFocusTo,
  initialFocus,
  children,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => initialFocus && focusOn(event, initialFocus)}
          onCloseAutoFocus={(event) => restoreFocus(event, returnFocusTo)}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[92svh] animate-rise overflow-y-auto overscroll-contain rounded-t-lg bg-paper-raised p-6 shadow-lift sm:inset-0 sm:m-auto sm:h-fit sm:w-[min(40rem,calc(100vw-4rem))] sm:rounded-voice sm:p-10"
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-2xl">{title}</Radix.Title>
            <Radix.Close
              aria-label={closeLabel}
              className="-mt-2 -mr-2 grid size-touch flex-none place-items-center rounded-full hover:bg-paper-sunk"
            >
              <CloseIcon />
            </Radix.Close>
          </div>
          {description && <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>}
          <div className="mt-6">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function focusOn(event: Event, selector: string) {
  const target = (event.target as HTMLElement).querySelector<HTMLElement>(selector)
  if (!target) return
  event.preventDefault()
  target.focus({ preventScroll: true })
}

/** Radix returns the focus to its own trigger only, and Safari does not focus a clicked button. */
export function restoreFocus(event: Event, target: RefObject<HTMLElement | null> | undefined) {
  if (!target?.current) return
  event.preventDefault()
  target.current.focus({ preventScroll: true })
}
