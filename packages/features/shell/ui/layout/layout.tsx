import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { intlLocale } from '@duo/platform/shared/locale.ts'
import { HeadContent, Scripts, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ConsentQuestion } from '#consent/ui/consent-question.tsx'
import { loadMember, markMember } from '#session/ui/member-storage.ts'
import { SessionProvider } from '#session/ui/session-provider.tsx'
import { useTranslatedPaths } from '../navigation/use-translated-paths.ts'
import { useIsDocument } from '../pages/document.ts'
import { usePageContext } from '../pages/page-context.ts'
import { sessionHintScript } from '../script/session-hint.ts'
import { startShell } from '../script/start-shell.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LateScriptsNotice } from './late-scripts-notice.tsx'
import { PageOfAccount } from './page-of-account.tsx'
import { RenewedNotice } from './renewed-notice.tsx'

export function Layout(): ReactNode {
  const locale = getLocale()
  const paths = useTranslatedPaths()
  const { gtmId, dataController, studio = 'off' } = usePageContext()
  const container = useContainer()
  useFocusOnNewPage()
  useShellScript()
  return (
    <html
      lang={intlLocale(locale)}
      data-gtm={container}
      data-controller={dataController?.name}
      data-contact={dataController?.contact}
      data-studio={studio}
    >
      <head>
        <HeadContent />
        {useIsDocument() && <SessionHint />}
      </head>
      <body>
        <a className="skip-link" href="#content">
          {m.shell_skip()}
        </a>
        <ConsentQuestion container={container} />
        <SessionProvider>
          <Header locale={locale} paths={paths} />
          <main id="content" tabIndex={-1}>
            <PageOfAccount />
          </main>
        </SessionProvider>
        <Footer
          locale={locale}
          paths={paths}
          year={new Date().getUTCFullYear()}
          hasTags={gtmId !== undefined}
          hasContact={dataController?.contact !== undefined}
          hasStudio={studio === 'on'}
        />
        <RenewedNotice />
        <LateScriptsNotice />
        <Scripts />
      </body>
    </html>
  )
}

/** Returns the page's tag manager. The settings in the footer apply to all pages, so they do not depend on it. */
function useContainer(): string | undefined {
  const { gtmId } = usePageContext()
  const isUntagged = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.isUntagged === true })
  return isUntagged ? undefined : gtmId
}

/** Runs before the first paint, so that members do not briefly see the buttons of anonymous visitors. */
function SessionHint() {
  const nonce = useRouter().options.ssr?.nonce
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: sessionHintScript }} />
}

function useShellScript() {
  useEffect(() => {
    const shell = new AbortController()
    startShell(shell.signal)
    markMember(loadMember() !== null)
    return () => shell.abort()
  }, [])
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
