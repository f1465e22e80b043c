import { Drawer } from '@duo/platform/browser/ui/drawer.tsx'
import { ArrowIcon } from '@duo/platform/browser/ui/icons.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { LanguageSwitcher } from './language-switcher.tsx'
import { joinItem, navItems } from './nav-items.ts'

interface MobileDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opened it. */
  returnFocusTo: RefObject<HTMLElement | null>
  locale: Locale
  path: string
}

/** The phone's menu. Closes on a tapped item, Escape or a tap outside, and gives the focus back to the button that opened it. */
export function MobileDrawer({ open, onOpenChange, returnFocusTo, locale, path }: MobileDrawerProps) {
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={m.shell_menu_title()}
      closeLabel={m.shell_menu_close()}
      returnFocusTo={returnFocusTo}
    >
      <nav aria-label={m.shell_nav_label()} className="px-6">
        <ul>
          {[...navItems, joinItem].map((item) => (
            <li key={item.id} className="border-b border-line">
              <Link
                to={item.to}
                hash={item.hash}
                onClick={() => onOpenChange(false)}
                className="font-voice flex min-h-16 items-center justify-between text-2xl font-medium"
              >
                {item.label()}
                <ArrowIcon />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <LanguageSwitcher locale={locale} path={path} form="long" className="mt-auto gap-4 px-4 pt-10 pb-8 text-base" />
    </Drawer>
  )
}
