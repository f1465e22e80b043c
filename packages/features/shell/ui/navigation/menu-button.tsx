import { MenuIcon } from '@duo/platform/browser/ui/icons.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { ReactElement } from 'react'
import type { TranslatedPaths } from './language-switcher.tsx'
import { MobileDrawer } from './mobile-drawer.tsx'

interface MenuButtonProps {
  locale: Locale
  paths: TranslatedPaths
  className?: string
  children?: ReactElement | null | undefined
}

/** Without scripts, a link to the footer's navigation. menu.ts turns it into the button of the drawer. */
export function MenuButton({ locale, paths, className = '', children }: MenuButtonProps) {
  return (
    <>
      <a
        href="#places"
        data-menu
        aria-label={m.shell_menu_open()}
        className={`grid size-touch flex-none place-items-center rounded-full ${className}`}
      >
        <MenuIcon />
      </a>
      <MobileDrawer locale={locale} paths={paths}>
        {children}
      </MobileDrawer>
    </>
  )
}
