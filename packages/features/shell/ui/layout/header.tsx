import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { Link, useRouterState } from '@tanstack/react-router'
import { LanguageSwitcher, type TranslatedPaths } from '../navigation/language-switcher.tsx'
import { MenuButton } from '../navigation/menu-button.tsx'
import { NavLink } from '../navigation/nav-link.tsx'
import { joinItem, loginItem, memberItems, type NavItem, navItems } from '../navigation/navigation.ts'
import { PlaceLink } from '../navigation/place-link.tsx'
import { usePageContext } from '../pages/page-context.ts'
import { beforeJoin, useViewer } from '../pages/use-viewer.ts'

interface HeaderProps {
  locale: Locale
  paths: TranslatedPaths
}

/** header-scroll.ts hides it; it stays while it has the focus (CSS). Container queries in rem show the menu for larger text. */
export function Header({ locale, paths }: HeaderProps) {
  const { viewer, forAnonymous, forMembers } = useViewer()
  const { AccountSlot } = usePageContext()
  const navigation = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.navigation })
  return (
    <header
      data-header
      className="@container fixed inset-x-0 top-0 z-40 bg-paper transition-[transform,box-shadow] data-hidden:not-focus-within:-translate-y-full data-raised:not-data-hidden:shadow-header data-raised:focus-within:shadow-header"
    >
      <div className="page-column flex h-header items-center gap-2 sm:gap-4">
        <Link to="/" aria-label={m.shell_home_label()} className="-ml-1 inline-flex min-h-touch items-center px-1">
          <span className="inline-flex items-baseline gap-[0.28em] text-2xl">
            <Logo className="h-[0.62em] w-auto flex-none translate-y-[0.02em]" />
            <span className="font-voice leading-none font-[620]">Duo</span>
          </span>
        </Link>
        <nav aria-label={m.shell_nav_label()} className="ml-auto hidden @min-[74rem]:flex">
          {(navigation === 'member' ? memberItems : navItems).map((item) => (
            <HeaderLink key={item.id} item={item} />
          ))}
        </nav>
        <LanguageSwitcher locale={locale} paths={paths} className="hidden @min-[74rem]:flex" />
        {forMembers !== null && <PlaceLink className={`${buttonClasses('quiet')} @max-[74rem]:hidden ${forMembers}`} />}
        {forMembers !== null && <AccountSlot viewer={viewer} className={forMembers} />}
        {forAnonymous !== null && (
          <>
            <div className={`hidden @min-[74rem]:block ${forAnonymous}`}>
              <HeaderLink item={loginItem} />
            </div>
            <NavLink
              item={joinItem}
              className={`${buttonClasses('primary')} ml-auto @max-[19.5rem]:hidden @min-[74rem]:ml-0 ${beforeJoin} ${forAnonymous}`}
            />
            <PlaceLink className={`${buttonClasses('quiet')} ml-auto @max-[19.5rem]:hidden @min-[74rem]:ml-0 ${forAnonymous}`} />
          </>
        )}
        <MenuButton locale={locale} paths={paths} className="-mr-2.5 hover:bg-paper-sunk @min-[74rem]:hidden" />
      </div>
    </header>
  )
}

function HeaderLink({ item }: { item: NavItem }) {
  return (
    <NavLink item={item} className="group inline-flex min-h-touch items-center px-3 text-sm font-semibold whitespace-nowrap">
      <span className="border-b-2 border-transparent pb-0.5 group-hover:border-line-strong group-aria-[current]:border-overlap">
        {item.label()}
      </span>
    </NavLink>
  )
}
