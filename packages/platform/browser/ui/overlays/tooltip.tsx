import { Tooltip as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'

interface TooltipProps {
  /** What it explains: one button. */
  children: ReactElement
  /** Text only: nothing in it can be reached by keyboard. */
  content: ReactNode
}

/** Milliseconds that a pointer rests before the text appears. */
const hoverDelay = 150

/**
 * Explains a button on hover, focus or tap, and describes it to assistive technology. Escape, a scroll or a press elsewhere closes it; the
 * pointer may move onto it (WCAG 1.4.13). Load it lazily: Radix is not in the first load.
 */
export function Tooltip({ children, content }: TooltipProps) {
  const [open, setOpen] = useState(false)
  return (
    <Radix.Provider delayDuration={hoverDelay}>
      <Radix.Root open={open} onOpenChange={setOpen}>
        <Radix.Trigger
          asChild
          onClick={(event) => {
            // Radix would close it; for a finger this is the only way to open it
            event.preventDefault()
            setOpen(true)
          }}
        >
          {children}
        </Radix.Trigger>
        {/* inside the landmark of the button that it explains */}
        <Radix.Portal container={open ? document.querySelector('main') : null}>
          <Radix.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-[min(22rem,calc(100vw-1.5rem))] animate-fade rounded-lg border border-line-strong bg-paper-raised px-4 py-3 text-sm text-ink shadow-lift wrap-anywhere"
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
