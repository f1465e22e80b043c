import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated, useRouterState } from '@tanstack/react-router'
import { useIsDocument } from '../pages/document.ts'

/**
 * Says that the page's scripts have not loaded, so that its buttons do nothing: CSS shows it after a while. Hydration removes it, or the
 * script of a document.
 */
export function LateScriptsNotice() {
  const isHydrated = useHydrated()
  const needsScripts = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.needsScripts === true })
  // most documents work without scripts
  if ((useIsDocument() && !needsScripts) || isHydrated) return null
  return (
    <p
      role="status"
      data-late-scripts
      className="late-scripts fixed inset-x-4 bottom-4 z-60 m-auto max-w-xl rounded-voice border border-line bg-paper-raised p-4 px-5 font-semibold text-ink shadow-lift noscript:hidden print:hidden"
    >
      {m.shell_late_scripts()}
    </p>
  )
}
