import { Dialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { CloseIcon } from '../icons.tsx'
import { restoreFocus } from './dialog.tsx'
import { ToastProvider } from './toast.tsx'

interface SplitDialogProps {
  /** Not called for an outside press, which would lose the input. */
  onClose: () => void
  title: ReactNode
  /** Read out when the dialog opens; visible where there is room. */
  description: ReactNode
  closeLabel: string
  toastCloseLabel: string
  returnFocusTo?: RefObject<HTMLElement | null> | undefined
  drawing: ReactNode
  mark?: ReactNode
  focusFirst: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Its toasts are inside, because a modal dialog hides everything outside from assistive technology. Load it lazily (Radix). */
export function SplitDialog({
  onClose,
  returnFocusTo,
  focusFirst,
  closeLabel,
  toastCloseLabel,
  children,
  ...deep
}: SplitDialogProps) {
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          onOpenAutoFocus={(event) => restoreFocus(event, focusFirst)}
          onCloseAutoFocus={(event) => restoreFocus(event, returnFocusTo)}
          onInteractOutside={(event) => event.preventDefault()}
          // on phones the sheet makes room for a toast above it, which must cover neither the title nor a button
          className="fixed inset-x-0 bottom-0 z-50 h-[min(46rem,94svh)] max-md:in-[body:has([data-toasts=away]>*)]:h-[min(46rem,calc(100svh-6.5rem))] md:inset-0 md:m-auto md:h-[min(43rem,calc(100svh-2rem))] md:w-[min(62rem,calc(100vw-4rem))]"
        >
          <ToastProvider closeLabel={toastCloseLabel} place="away">
            {/* animates the panel instead of the content: a transform would make the fixed toast relative to it */}
            <div className="relative size-full animate-rise">
              <div className="grid size-full grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-t-lg bg-paper-raised shadow-lift md:grid-cols-[minmax(14rem,19fr)_minmax(0,43fr)] md:grid-rows-1 md:rounded-voice short:block short:overflow-y-auto">
                <DeepVoice {...deep} />
                {children}
              </div>
              <Radix.Close
                aria-label={closeLabel}
                className="absolute top-3 right-3 grid size-touch place-items-center rounded-full text-on-deep hover:bg-on-deep/15 max-md:[--color-focus:var(--color-voice-bright)] short:bg-paper-raised short:text-ink md:text-ink md:hover:bg-paper-sunk"
              >
                <CloseIcon />
              </Radix.Close>
            </div>
          </ToastProvider>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function DeepVoice({ title, description, drawing, mark }: Pick<SplitDialogProps, 'title' | 'description' | 'drawing' | 'mark'>) {
  return (
    <div
      data-ground="deep"
      className="relative flex min-h-18 items-center overflow-clip py-3 pr-36 pl-5 md:block md:px-8 md:pt-8 lg:px-10 lg:pt-10"
    >
      {drawing}
      <div className="relative">
        {mark && <div className="max-md:hidden">{mark}</div>}
        <Radix.Title className="text-lg leading-tight md:mt-4 md:text-2xl">{title}</Radix.Title>
        <Radix.Description className="mt-3 max-w-[30ch] text-sm text-on-deep-muted max-md:sr-only">
          {description}
        </Radix.Description>
      </div>
    </div>
  )
}
