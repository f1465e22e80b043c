import { useHydrated } from '@duo/platform/browser/ui/use-hydrated.ts'
import { useLazyComponent } from '@duo/platform/browser/use-lazy-component.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { initials } from '@duo/platform/shared/text/initials.ts'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Viewer } from '../../../session/ui/session-store.ts'
import { bindStorageToUser } from '../auth-client.ts'

const accountButtonClasses =
  'grid size-touch place-items-center rounded-voice bg-voice-deep font-display text-sm font-semibold text-on-deep hover:bg-accent-strong hover:text-on-accent'

/** A link until the page is hydrated, so that no press is lost. Preloads its menu. */
export function AccountButton({ viewer }: { viewer: Viewer }) {
  const { button, link, isHydrated: ready } = useHydrated()
  const [open, setOpen] = useState(false)
  const [AccountMenu, load] = useLazyComponent(async () => (await import('./account-menu.tsx')).AccountMenu)
  const hasWelcome = useRouterState({ select: ({ location }) => location.state.welcome === true })
  // stored here: the page may redirect before the menu has loaded
  const [welcome, setWelcome] = useState(false)
  useEffect(() => bindStorageToUser(viewer.id), [viewer.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a welcome fetches it automatically
  useEffect(() => {
    if (!hasWelcome) return
    setWelcome(true)
    load()
  }, [hasWelcome])
  return (
    <div className="relative ml-auto @min-[74rem]:ml-0">
      {ready ? (
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          onPointerEnter={() => load()}
          onFocus={() => load()}
          onClick={() => {
            load(() => setOpen(false))
            setOpen(!open)
          }}
          className={accountButtonClasses}
        >
          <span aria-hidden="true">{initials(viewer.name || viewer.email)}</span>
          <span className="sr-only">{m.auth_menu_open({ name: viewer.name || viewer.email })}</span>
        </button>
      ) : (
        <Link ref={link} to="/account" className={accountButtonClasses}>
          <span aria-hidden="true">{initials(viewer.name || viewer.email)}</span>
          <span className="sr-only">{m.auth_menu_account()}</span>
        </Link>
      )}
      {AccountMenu && (
        <AccountMenu
          viewer={viewer}
          open={open}
          welcome={welcome}
          onWelcomed={() => setWelcome(false)}
          button={button}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
