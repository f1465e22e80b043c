import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { intlLocale } from '@duo/platform/shared/locale.ts'
import { HeadContent, Outlet, Scripts, useRouteContext, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ConsentGate } from '../../../consent/ui/consent-gate.tsx'
import { AuthProvider } from '../../../session/ui/session-provider.tsx'
import { useAddresses } from '../navigation/use-translated-paths.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** Header, the page, footer. A keyboard's first stop skips to the page. */
export function Layout(): ReactNode {
  const locale = getLocale()
  const addresses = useAddresses()
  const gtmId = useRouteContext({ from: '__root__', select: (context) => context.gtmId })
  useFocusOnNewPage()
  return (
    <html lang={intlLocale(locale)} data-gtm={gtmId}>
      <head>
        <HeadContent />
      </head>
      <body>
        <a className="skip-link" href="#content">
          {m.shell_skip()}
        </a>
        <ConsentGate container={gtmId} />
        <AuthProvider>
          <Header locale={locale} addresses={addresses} />
          <main id="content" tabIndex={-1}>
            <Outlet />
          </main>
        </AuthProvider>
        <Footer locale={locale} addresses={addresses} year={new Date().getUTCFullYear()} />
        <Scripts />
      </body>
    </html>
  )
}

/** A new page without an anchor takes the focus to its content, so that the next Tab does not go on from the link that led there. */
function useFocusOnNewPage() {
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation })
  const shown = useRef(page?.pathname)
  useEffect(() => {
    const before = shown.current
    shown.current = page?.pathname
    if (before === undefined || page === undefined || before === page.pathname || page.hash) return
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [page])
}
