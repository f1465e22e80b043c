import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { CloseIcon } from '@duo/platform/browser/ui/icons.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { ReactElement } from 'react'
import { usePageContext } from '../pages/page-context.ts'
import { beforeJoin, useViewer } from '../pages/use-viewer.ts'
import { LanguageSwitcher, type TranslatedPaths } from './language-switcher.tsx'
import { NavLink } from './nav-link.tsx'
import { askItems, joinItem, loginItem, type NavItem, navItems } from './navigation.ts'
import { PlaceLink } from './place-link.tsx'

const conversationsItem: NavItem = { id: 'conversations', label: () => m.shell_nav_conversations(), to: '/chat' }
const accountItem: NavItem = { id: 'account', label: () => m.shell_nav_account(), to: '/account' }

const outlined = 'inline-flex min-h-14 items-center justify-center rounded-voice border border-on-deep-muted font-semibold'

interface MobileDrawerProps {
  locale: Locale
  paths: TranslatedPaths
  children?: ReactElement | null | undefined
}

export function MobileDrawer({ locale, paths, children }: MobileDrawerProps) {
  const { forAnonymous, forMembers } = useViewer()
  const { dataController } = usePageContext()
  return (
    <dialog
      data-drawer
      aria-label={m.shell_menu_title()}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(22rem,88vw)] max-w-none animate-slide-in flex-col overflow-y-auto overscroll-contain bg-paper text-ink shadow-lift backdrop:animate-fade backdrop:bg-scrim open:flex"
    >
      <div className="flex h-header flex-none items-center justify-between pr-3 pl-6">
        <p className="text-sm font-semibold tracking-label text-muted">{m.shell_menu_title()}</p>
        <button
          type="button"
          data-close
          aria-label={m.shell_menu_close()}
          className="grid size-touch place-items-center rounded-full hover:bg-paper-sunk"
        >
          <CloseIcon />
        </button>
      </div>
      <nav aria-label={m.shell_nav_label()} className="px-6 pt-2 pb-6">
        <ul>
          {navItems.map((item) => (
            <li key={item.id}>
              <NavLink
                item={item}
                className="font-voice flex min-h-14 items-center gap-3 text-3xl font-[300] before:size-2.5 before:rounded-full before:bg-overlap not-aria-[current]:before:hidden aria-[current]:font-[620]"
              />
            </li>
          ))}
        </ul>
        <ul className="mt-2 flex flex-wrap gap-x-6">
          {askItems(dataController?.contact !== undefined).map((item) => (
            <li key={item.id}>
              <NavLink item={item} className="inline-flex min-h-touch items-center font-semibold text-muted hover:text-ink" />
            </li>
          ))}
        </ul>
      </nav>
      <div data-ground="deep" className="relative mt-auto grid gap-3 rounded-tl-[5rem] px-6 pt-10 pb-6">
        {forAnonymous !== null && (
          <NavLink item={joinItem} className={`${buttonClasses('bright', 'lg')} ${beforeJoin} ${forAnonymous}`} />
        )}
        <PlaceLink className={buttonClasses('bright', 'lg')} />
        {forAnonymous !== null && <NavLink item={loginItem} className={`${outlined} ${forAnonymous}`} />}
        {forMembers !== null && (
          <>
            <NavLink item={conversationsItem} className={`${outlined} ${forMembers}`} />
            <NavLink item={accountItem} className={`${outlined} ${forMembers}`} />
          </>
        )}
        {children}
        <LanguageSwitcher
          locale={locale}
          paths={paths}
          form="long"
          className="justify-center gap-4 text-base [--color-ink:var(--color-on-deep)] [--color-muted:var(--color-on-deep-muted)]"
        />
      </div>
    </dialog>
  )
}
