import { Tooltip as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'

interface TooltipProps {
  children: ReactElement
  /** Text only: keyboards cannot reach anything inside. */
  content: ReactNode
  /** False if the press of the child opens something else. */
  opensOnPress?: boolean
  /** True if the reader has reached the child before the tooltip was loaded. */
  opensAtOnce?: boolean
}

const hoverDelay = 150

/** WCAG 1.4.13: dismissible, hoverable, persistent. Load it lazily: Radix is not in the first load. */
export function Tooltip({ children, content, opensOnPress = true, opensAtOnce = false }: TooltipProps) {
  const [open, setOpen] = useState(opensAtOnce)
  return (
    <Radix.Provider delayDuration={hoverDelay}>
      <Radix.Root open={open} onOpenChange={setOpen}>
        <Radix.Trigger
          asChild
          onClick={(event) => {
            // Radix would close it, but on touch screens this is the only way to open it
            if (!opensOnPress) return
            event.preventDefault()
            setOpen(true)
          }}
        >
          {children}
        </Radix.Trigger>
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
