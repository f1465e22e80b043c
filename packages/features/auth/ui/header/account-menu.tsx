import { ToastProvider, useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import type { Viewer } from '../../../session/ui/session-store.ts'
import { useSignOut } from '../use-sign-out.ts'

interface AccountMenuProps {
  viewer: Viewer
  open: boolean
  welcome: boolean
  onWelcomed: () => void
  button: RefObject<HTMLElement | null>
  onClose: () => void
}

export function AccountMenu({ welcome, onWelcomed, ...menu }: AccountMenuProps) {
  return (
    <ToastProvider closeLabel={m.auth_menu_close()}>
      {menu.open && <Menu {...menu} />}
      {welcome && <Welcome name={menu.viewer.name} onShown={onWelcomed} />}
    </ToastProvider>
  )
}

function Welcome({ name, onShown }: { name: string; onShown: () => void }) {
  const toast = useToast()
  const router = useRouter()
  useEffect(() => {
    toast({ title: m.auth_welcome_title({ name }), text: m.auth_welcome_text(), tone: 'success' })
    // shown once, not again after a reload or a step back
    if (router.latestLocation.state.welcome)
      router.navigate({
        to: '.',
        search: true,
        replace: true,
        resetScroll: false,
        state: ({ welcome: _welcome, ...rest }) => rest,
      })
    onShown()
  }, [toast, router, name, onShown])
  return null
}

const rowClasses = 'flex min-h-touch w-full items-center px-5 text-left font-semibold hover:bg-paper-sunk'

function Menu({ viewer, button, onClose }: Omit<AccountMenuProps, 'welcome' | 'onWelcomed'>) {
  const panel = useRef<HTMLElement>(null)
  const signOut = useSignOut()
  useEffect(() => {
    const closeOnOutsidePress = ({ target }: Event) => {
      if (!panel.current?.contains(target as Node) && !button.current?.contains(target as Node)) onClose()
    }
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      onClose()
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOnOutsidePress)
    document.addEventListener('focusin', closeOnOutsidePress)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsidePress)
      document.removeEventListener('focusin', closeOnOutsidePress)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [button, onClose])
  return (
    <nav
      ref={panel}
      aria-label={m.auth_menu_label()}
      className="absolute top-[calc(100%+0.75rem)] right-0 w-72 max-w-[calc(100vw-2.5rem)] animate-rise rounded-voice border border-line bg-paper-raised py-2 shadow-lift"
    >
      <p className="px-5 py-2 leading-tight">
        <bdi className="block font-semibold wrap-anywhere">{viewer.name}</bdi>
        <span className="text-sm wrap-anywhere text-muted">{viewer.email}</span>
      </p>
      <ul className="mt-1 border-t border-line pt-1">
        <li>
          <Link to="/marketplace" onClick={onClose} className={rowClasses}>
            {m.auth_menu_marketplace()}
          </Link>
        </li>
        <li>
          <Link to="/account" onClick={onClose} className={rowClasses}>
            {m.auth_menu_account()}
          </Link>
        </li>
        <li>
          <button type="button" onClick={signOut} className={rowClasses}>
            {m.auth_sign_out()}
          </button>
        </li>
      </ul>
    </nav>
  )
}
