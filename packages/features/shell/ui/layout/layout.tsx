import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { intlLocale } from '@duo/platform/shared/locale.ts'
import { HeadContent, Outlet, Scripts, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ConsentGate } from '../../../consent/ui/consent-gate.tsx'
import { SessionProvider } from '../../../session/ui/session-provider.tsx'
import { useTranslatedPaths } from '../navigation/use-translated-paths.ts'
import { usePageContext } from '../pages/page-context.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

export function Layout(): ReactNode {
  const locale = getLocale()
  const paths = useTranslatedPaths()
  const { gtmId, dataController } = usePageContext()
  useFocusOnNewPage()
  return (
    <html
      lang={intlLocale(locale)}
      data-gtm={gtmId}
      data-controller={dataController?.name}
      data-contact={dataController?.contact}
    >
      <head>
        <HeadContent />
      </head>
      <body>
        <a className="skip-link" href="#content">
          {m.shell_skip()}
        </a>
        <ConsentGate container={gtmId} />
        <SessionProvider>
          <Header locale={locale} paths={paths} />
          <main id="content" tabIndex={-1}>
            <Outlet />
          </main>
        </SessionProvider>
        <Footer locale={locale} paths={paths} year={new Date().getUTCFullYear()} />
        <Scripts />
      </body>
    </html>
  )
}

/** Moves the focus to the new page's content; otherwise Tab would continue from the old link. */
function useFocusOnNewPage() {
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation })
  const previousPath = useRef(page?.pathname)
  useEffect(() => {
    const before = previousPath.current
    previousPath.current = page?.pathname
    if (before === undefined || page === undefined || before === page.pathname || page.hash) return
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [page])
}
