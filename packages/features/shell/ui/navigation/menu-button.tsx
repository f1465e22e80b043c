import { MenuIcon } from '@duo/platform/browser/ui/icons.tsx'
import { useHydrated } from '@duo/platform/browser/ui/use-hydrated.ts'
import { useLazyComponent } from '@duo/platform/browser/use-lazy-component.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { type ReactNode, useState } from 'react'
import type { TranslatedPaths } from './language-switcher.tsx'

interface MenuButtonProps {
  locale: Locale
  paths: TranslatedPaths
  className?: string
  children?: ReactNode
}

const iconButtonClasses = 'grid size-touch flex-none place-items-center rounded-full'

/** Loads the drawer's code when the button is pressed or focused. */
export function MenuButton({ locale, paths, className = '', children }: MenuButtonProps) {
  const { button, link, isHydrated: ready } = useHydrated()
  const [open, setOpen] = useState(false)
  const [MobileDrawer, load] = useLazyComponent(async () => (await import('./mobile-drawer.tsx')).MobileDrawer)
  const scrollToFooterNav = () => {
    setOpen(false)
    document.getElementById('places')?.scrollIntoView()
  }
  return (
    <>
      {ready ? (
        <button
          ref={button}
          type="button"
          aria-label={m.shell_menu_open()}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={() => load()}
          onFocus={() => load()}
          onClick={() => {
            load(scrollToFooterNav)
            setOpen(true)
          }}
          className={`${iconButtonClasses} ${className}`}
        >
          <MenuIcon />
        </button>
      ) : (
        <a ref={link} href="#places" aria-label={m.shell_menu_open()} className={`${iconButtonClasses} ${className}`}>
          <MenuIcon />
        </a>
      )}
      {MobileDrawer && (
        <MobileDrawer open={open} onOpenChange={setOpen} returnFocusTo={button} locale={locale} paths={paths}>
          {children}
        </MobileDrawer>
      )}
    </>
  )
}
