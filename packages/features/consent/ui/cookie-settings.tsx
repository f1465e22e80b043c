import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useLazyComponent } from '../../shell/ui/pages/use-lazy-component.ts'

interface CookieSettingsProps {
  className?: string
  /** What the button says instead of "Cookie settings". */
  children?: ReactNode
}

/**
 * Opens the cookie settings, wherever it stands; give it the look of its neighbours. The settings are fetched when it is pressed, or a
 * moment earlier, when it is reached. Without scripts there is nothing to set, and it is not shown; before they are there it cannot be
 * pressed.
 */
export function CookieSettings({ className = '', children }: CookieSettingsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const [Settings, load] = useLazyComponent(async () => (await import('./cookie-settings-dialog.tsx')).CookieSettingsDialog)
  // a button of the question is gone once the question is answered
  const focusAfter = {
    get current() {
      return button.current ?? document.getElementById('content')
    },
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        disabled={!hydrated}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => load()}
        onFocus={() => load()}
        onClick={() => {
          load(() => setOpen(false))
          setOpen(true)
        }}
        className={`inline-flex min-h-touch items-center text-left noscript:hidden ${className}`}
      >
        {children ?? m.shell_consent_settings_open()}
      </button>
      {Settings && <Settings open={open} onOpenChange={setOpen} returnFocusTo={focusAfter} />}
    </>
  )
}
