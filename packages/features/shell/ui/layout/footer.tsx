import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { CookieSettingsButton, CookieSettingsDialog } from '#consent/ui/cookie-settings.tsx'
import { LanguageSwitcher, type TranslatedPaths } from '../navigation/language-switcher.tsx'
import { NavLink } from '../navigation/nav-link.tsx'
import { footerColumns, type NavItem } from '../navigation/navigation.ts'

interface FooterProps {
  locale: Locale
  paths: TranslatedPaths
  /** By the server's clock; the browser keeps it. */
  year: number
  hasTags: boolean
  /** Whether the operator has set an address for questions (LEGAL_CONTACT). */
  hasContact: boolean
  hasStudio: boolean
}

export function Footer({ locale, paths, year, hasTags, hasContact, hasStudio }: FooterProps) {
  return (
    <footer className="overflow-clip pt-16 md:pt-24">
      <div className="page-column grid grid-cols-1 gap-x-8 gap-y-12 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <p className="max-w-[22ch] font-display text-2xl leading-tight text-balance">{m.shell_footer_tagline()}</p>
          <LanguageSwitcher locale={locale} paths={paths} form="long" className="mt-4 -ml-1.5 gap-2" />
        </div>
        <FooterNav hasContact={hasContact} hasStudio={hasStudio} />
        {/* a visitor's clock may be in another year, and a difference would draw the page again and empty its fields */}
        <p suppressHydrationWarning className="figures text-sm text-muted lg:col-span-7 lg:col-start-6">
          {m.shell_footer_copyright({ year })}
        </p>
      </div>
      <div className="page-column mt-10 md:mt-16">
        <div aria-hidden="true" className="@container">
          <p className="font-voice -mb-[0.045em] -ml-[0.03em] flex items-baseline gap-[0.3em] text-[clamp(5rem,14cqi,9rem)] leading-[0.8] long-page:justify-between long-page:gap-0 long-page:text-[36cqi] font-[620]">
            Duo
            <Logo className="h-[0.49em] w-auto flex-none" />
          </p>
        </div>
      </div>
      <CookieSettingsDialog isConfigurable={hasTags} />
    </footer>
  )
}

/** The header's menu links here until the drawer's script has loaded. */
function FooterNav({ hasContact, hasStudio }: Pick<FooterProps, 'hasContact' | 'hasStudio'>) {
  const leadsSomewhere = ({ id }: NavItem) => (id !== 'contact' || hasContact) && (id !== 'studio' || hasStudio)
  return (
    <nav
      id="places"
      aria-label={m.shell_footer_label()}
      className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-8 gap-y-8 lg:col-span-7"
    >
      {footerColumns.map((column) => (
        <div key={column.id}>
          <h2 className="border-t border-line-strong pt-3 font-sans text-sm font-normal tracking-normal text-muted">
            {column.title()}
          </h2>
          <ul className="mt-1">
            {column.items.filter(leadsSomewhere).map((item) => (
              <li key={item.id}>
                <NavLink
                  item={item}
                  className="inline-flex min-h-touch items-center text-sm font-semibold hover:underline aria-[current]:underline aria-[current]:decoration-overlap aria-[current]:decoration-2 aria-[current]:underline-offset-4"
                />
              </li>
            ))}
            {column.id === 'legal' && (
              <li>
                <CookieSettingsButton className="text-sm font-semibold hover:underline" />
              </li>
            )}
          </ul>
        </div>
      ))}
    </nav>
  )
}
