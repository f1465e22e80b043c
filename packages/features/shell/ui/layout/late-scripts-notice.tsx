import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { useIsDocument } from '../pages/document.ts'

/** Says that the page's scripts have not loaded, so that its buttons do nothing: CSS shows it after a while, hydration removes it. */
export function LateScriptsNotice() {
  const isHydrated = useHydrated()
  // documents work without scripts
  if (useIsDocument() || isHydrated) return null
  return (
    <p
      role="status"
      className="late-scripts fixed inset-x-4 bottom-4 z-60 m-auto max-w-xl rounded-voice border border-line bg-paper-raised p-4 px-5 font-semibold text-ink shadow-lift noscript:hidden print:hidden"
    >
      {m.shell_late_scripts()}
    </p>
  )
}
