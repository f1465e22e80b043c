import { m } from '@duo/platform/i18n/messages.ts'
import { initials } from '@duo/platform/shared/text/initials.ts'
import { Link, type RouterState, type StaticDataRouteOption, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { forgetPlace, loadMember, markInvited, markMember } from '#session/ui/member-storage.ts'
import type { Viewer } from '#session/ui/session-store.ts'
import { PlaceLink } from '#shell/ui/navigation/place-link.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { bindStorageToUser } from '../auth-client.ts'
import { useSignOut } from '../sign-out/use-sign-out.ts'
import { showWelcome } from './welcome.ts'

interface AccountButtonProps {
  /** Null in a document, where account-script.ts fills in the parts with `data-viewer`. */
  viewer: Viewer | null
  className: string
}

const rowClasses = 'flex min-h-touch w-full items-center px-5 text-left font-semibold hover:bg-paper-sunk'

/** The browser itself opens and closes the menu (Popover API). */
export function AccountButton({ viewer, className }: AccountButtonProps) {
  const signOut = useSignOut()
  const pages = useMenuPages()
  useMember(viewer)
  const menu = useClosedOnNavigation()
  const findPlace = useFindPlace(viewer)
  const name = viewer && (viewer.name || viewer.email)
  return (
    <div data-account className={`ml-auto @min-[74rem]:ml-0 ${className}`}>
      <button
        type="button"
        popoverTarget="account-menu"
        className="grid size-touch place-items-center rounded-voice bg-voice-deep font-display text-sm font-semibold text-on-deep hover:bg-accent-strong hover:text-on-accent"
      >
        <span aria-hidden="true" translate="no" data-viewer="initials">
          {name && initials(name)}
        </span>
        <span className="sr-only" data-viewer="label" data-text={m.auth_menu_open({ name: '{name}' })}>
          {name ? m.auth_menu_open({ name }) : m.auth_menu_account()}
        </span>
      </button>
      <nav
        ref={menu}
        id="account-menu"
        popover="auto"
        onToggle={({ newState }) => void (newState === 'open' && findPlace())}
        aria-label={m.auth_menu_label()}
        className="fixed top-[calc(var(--spacing-header)+0.25rem)] right-[max(var(--spacing-gutter),(100vw-var(--container-page))/2)] left-auto m-0 w-72 max-w-[calc(100vw-2.5rem)] animate-rise rounded-voice border border-line bg-paper-raised py-2 text-ink shadow-lift"
      >
        <p className="px-5 py-2 leading-tight">
          <bdi translate="no" className="block font-semibold wrap-anywhere" data-viewer="name">
            {viewer?.name}
          </bdi>
          <bdi translate="no" className="text-sm wrap-anywhere text-muted" data-viewer="email">
            {viewer?.email}
          </bdi>
        </p>
        <ul className="mt-1 border-t border-line pt-1">
          <li>
            <PlaceLink className={`${rowClasses} gap-1.5`} />
          </li>
          {pages.map(({ path, name }) => (
            <li key={path}>
              <Link to={path} className={rowClasses}>
                {name}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              data-sign-out
              data-cancel={m.auth_sign_out_cancel()}
              data-unsent={m.auth_sign_out_unsent()}
              data-failed={m.auth_sign_out_failed()}
              onClick={signOut}
              className={rowClasses}
            >
              {m.auth_sign_out()}
            </button>
          </li>
        </ul>
      </nav>
    </div>
  )
}

/** The browser closes the menu at a press elsewhere, but not when the app opens another page. */
function useClosedOnNavigation() {
  const menu = useRef<HTMLElement>(null)
  const address = useRouterState({ select: ({ location }) => location.href })
  const shown = useRef(address)
  useEffect(() => {
    // a menu that was opened before the scripts came stays
    if (shown.current !== address) menu.current?.hidePopover?.()
    shown.current = address
  }, [address])
  return menu
}

interface MenuRoute {
  fullPath: string
  options: { staticData?: StaticDataRouteOption }
}

function useMenuPages(): { path: string; name: string }[] {
  const routes: readonly MenuRoute[] = Object.values(useRouter().routesById)
  const { studio = 'off' } = usePageContext()
  return routes.flatMap(({ fullPath, options: { staticData } }) => {
    const name = staticData?.accountMenu
    return name && !(staticData.isStudio && studio === 'off') ? [{ path: fullPath, name: name() }] : []
  })
}

/** A page of the app learns only here whether the account is on the waitlist, unless this browser remembers it. */
function useFindPlace(viewer: Viewer | null) {
  const { api } = usePageContext()
  return async () => {
    if (!viewer || loadMember()) return
    try {
      const place = await (await api()).waitlist.mine.query()
      markMember(place !== null)
      markInvited(place !== null && place.invitedAt !== null)
    } catch (error) {
      console.error(error)
    }
  }
}

function useMember(viewer: Viewer | null) {
  const id = viewer?.id
  const page = useRouterState({ select: settledPath })
  useEffect(() => {
    if (!id) return
    bindStorageToUser(id)
    return forgetPlace
  }, [id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again on the page after the confirmation
  useEffect(() => {
    if (viewer && page) showWelcome(viewer)
  }, [page])
}

/** Null on pages that the app is about to leave: a toast there would be lost. */
function settledPath({ matches }: RouterState): string | null {
  const match = matches.at(-1)
  return !match || match.staticData.kind === 'document' || match.routeId === '/auth/confirm' ? null : match.pathname
}
