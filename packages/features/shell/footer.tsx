import { Mark } from '@duo/platform/browser/ui/motif.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { Link } from '@tanstack/react-router'
import { CookieSettings } from './cookie-settings.tsx'
import { LanguageSwitcher } from './language-switcher.tsx'
import { footerColumns } from './nav-items.ts'

interface FooterProps {
  locale: Locale
  /** The page's address with its query, for the language links. */
  path: string
  /** The current year; given, so that server and browser write the same. */
  year: number
}

/** The foot of every page: what Duo is in one line, where else to go, the languages, and the name as large as the page. */
export function Footer({ locale, path, year }: FooterProps) {
  return (
    <footer className="overflow-clip pt-16 md:pt-24">
      <div className="page-column grid gap-x-8 gap-y-10 md:grid-cols-12">
        <p className="max-w-[22ch] font-display text-2xl leading-tight text-balance md:col-span-7">{m.shell_footer_tagline()}</p>
        <div className="grid grid-cols-2 gap-x-8 md:col-span-5 lg:col-span-4 lg:col-start-9">
          <nav aria-label={m.shell_footer_label()}>
            {footerColumns.map((column) => (
              <ul key={column.id}>
                {column.items.map((item) => (
                  <li key={item.id}>
                    <Link
                      to={item.to}
                      hash={item.hash}
                      className="inline-flex min-h-touch items-center text-sm font-semibold hover:underline"
                    >
                      {item.label()}
                    </Link>
                  </li>
                ))}
              </ul>
            ))}
            <CookieSettings className="text-sm font-semibold hover:underline" />
          </nav>
          <LanguageSwitcher locale={locale} path={path} form="long" className="-mx-1.5 flex-col items-start!" />
          <p className="figures col-span-2 mt-6 text-sm text-muted">{m.shell_footer_copyright({ year })}</p>
        </div>
      </div>
      <div className="page-column mt-10 md:mt-16">
        <div aria-hidden="true" className="@container">
          <p className="font-voice -mb-[0.045em] -ml-[0.03em] flex items-baseline justify-between text-[36cqi] leading-[0.8] font-[620]">
            Duo
            <Mark className="h-[0.49em] w-auto flex-none" />
          </p>
        </div>
      </div>
    </footer>
  )
}
