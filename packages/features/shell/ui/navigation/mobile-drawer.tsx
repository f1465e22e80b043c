import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { Drawer } from '@duo/platform/browser/ui/overlays/drawer.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { ReactNode, RefObject } from 'react'
import { useSession } from '../../../session/ui/session-provider.tsx'
import { LanguageSwitcher, type TranslatedPaths } from './language-switcher.tsx'
import { NavLink } from './nav-link.tsx'
import { joinItem, loginItem, type NavItem, navItems } from './navigation.ts'

const accountItem: NavItem = { id: 'account', label: () => m.shell_nav_account(), to: '/account' }

interface MobileDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
  locale: Locale
  paths: TranslatedPaths
  children?: ReactNode
}

export function MobileDrawer({ open, onOpenChange, returnFocusTo, locale, paths, children }: MobileDrawerProps) {
  const close = () => onOpenChange(false)
  const { viewer } = useSession()
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={m.shell_menu_title()}
      closeLabel={m.shell_menu_close()}
      returnFocusTo={returnFocusTo}
    >
      <nav aria-label={m.shell_nav_label()} className="px-6 pt-2 pb-10">
        <ul>
          {navItems.map((item) => (
            <li key={item.id}>
              <NavLink
                item={item}
                onClick={close}
                className="font-voice flex min-h-14 items-center gap-3 text-3xl font-[300] before:size-2.5 before:rounded-full before:bg-overlap not-aria-[current]:before:hidden aria-[current]:font-[620]"
              />
            </li>
          ))}
        </ul>
      </nav>
      <div data-ground="deep" className="relative mt-auto grid gap-3 rounded-tl-[5rem] px-6 pt-10 pb-6">
        <NavLink item={viewer ? accountItem : joinItem} onClick={close} className={buttonClasses('bright', 'lg')} />
        {!viewer && (
          <NavLink
            item={loginItem}
            onClick={close}
            className="inline-flex min-h-14 items-center justify-center rounded-voice border border-on-deep-muted font-semibold"
          />
        )}
        {children}
        <LanguageSwitcher
          locale={locale}
          paths={paths}
          form="long"
          className="justify-center gap-4 text-base [--color-ink:var(--color-on-deep)] [--color-muted:var(--color-on-deep-muted)]"
        />
      </div>
    </Drawer>
  )
}
