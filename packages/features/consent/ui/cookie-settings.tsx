import { useLazyDialog } from '@duo/platform/browser/use-lazy-dialog.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface CookieSettingsProps {
  className?: string
  children?: ReactNode
}

/** Opens the cookie settings, which it preloads. Hidden without scripts, disabled until hydration. */
export function CookieSettings({ className = '', children }: CookieSettingsProps) {
  const hydrated = useHydrated()
  const { Dialog, button, dialog } = useLazyDialog(
    async () => (await import('./cookie-settings-dialog.tsx')).CookieSettingsDialog,
  )
  return (
    <>
      <button
        {...button}
        type="button"
        disabled={!hydrated}
        className={`inline-flex min-h-touch items-center text-left noscript:hidden ${className}`}
      >
        {children ?? m.shell_consent_settings_open()}
      </button>
      {Dialog && <Dialog {...dialog} />}
    </>
  )
}
