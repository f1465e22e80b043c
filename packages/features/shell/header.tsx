import { buttonLook } from '@duo/platform/browser/ui/button.tsx'
import { useHeaderScroll } from '@duo/platform/browser/ui/header-scroll.ts'
import { MenuIcon } from '@duo/platform/browser/ui/icons.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { LanguageSwitcher } from './language-switcher.tsx'
import { joinItem, navItems } from './nav-items.ts'
import { Wordmark } from './wordmark.tsx'

const loadDrawer = () => import('./mobile-drawer.tsx')
const MobileDrawer = lazy(() => loadDrawer().then((file) => ({ default: file.MobileDrawer })))

interface HeaderProps {
  locale: Locale
  /** The page's address with its query, for the language links. */
  path: string
}

/**
 * The fixed header. It slides away while the page is scrolled down, comes back on the way up, and stays while the focus is in it:
 * that part is CSS (`focus-within`), so it cannot be out of step.
 */
export function Header({ locale, path }: HeaderProps) {
  const { hidden, raised } = useHeaderScroll()
  return (
    <header
      data-hidden={hidden || undefined}
      data-raised={raised || undefined}
      className="fixed inset-x-0 top-0 z-40 bg-paper transition-[transform,box-shadow] data-hidden:not-focus-within:-translate-y-full data-raised:not-data-hidden:shadow-header"
    >
      <div className="page-column flex h-header items-center gap-2 sm:gap-4">
        <Link to="/" aria-label={m.shell_home_label()} className="-ml-1 inline-flex min-h-touch items-center px-1">
          <Wordmark />
        </Link>
        <nav aria-label={m.shell_nav_label()} className="ml-auto hidden items-center gap-2 md:flex">
          {navItems.map((item) => (
            <Link key={item.id} to={item.to} hash={item.hash} className={buttonLook('plain')}>
              {item.label()}
            </Link>
          ))}
        </nav>
        <LanguageSwitcher locale={locale} path={path} className="hidden md:flex" />
        <Link to={joinItem.to} hash={joinItem.hash} className={`${buttonLook('primary')} ml-auto md:ml-2`}>
          {joinItem.label()}
        </Link>
        <Menu locale={locale} path={path} />
      </div>
    </header>
  )
}

/** The phone's menu button. The drawer's code is fetched when the button is pressed, or a moment earlier, when it is reached. */
function Menu({ locale, path }: HeaderProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={m.shell_menu_open()}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadDrawer}
        onFocus={loadDrawer}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
        className="-mr-2.5 grid size-touch flex-none place-items-center rounded-full hover:bg-paper-sunk md:hidden"
      >
        <MenuIcon />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <MobileDrawer open={open} onOpenChange={setOpen} returnFocusTo={button} locale={locale} path={path} />
        </Suspense>
      )}
    </>
  )
}
